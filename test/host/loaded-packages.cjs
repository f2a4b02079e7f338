// Loaded before the host process: on SIGUSR2 it says which packages have been loaded.
const { writeSync } = require("node:fs");

process.on("SIGUSR2", () => {
  const files = Object.keys(require.cache).map((file) => file.split(/[\\/]node_modules[\\/]/).slice(1));
  const names = files.flatMap((inside) => inside.map((path) => path.split(/[\\/]/)[0]));
  writeSync(2, `loaded: ${[...new Set(names)].join(" ")}\n`);
});
