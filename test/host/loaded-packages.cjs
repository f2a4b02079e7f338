// Loaded before the host process: on SIGTERM it says which packages have been loaded, and ends the process.
const { writeSync } = require("node:fs");

process.once("SIGTERM", () => {
  const files = Object.keys(require.cache).map((file) => file.split(/[\\/]node_modules[\\/]/).slice(1));
  const names = files.flatMap((inside) => inside.map((path) => path.split(/[\\/]/)[0]));
  writeSync(2, `loaded: ${[...new Set(names)].join(" ")}\n`);
  process.exit();
});
