// Loaded before the host process: says at its end how much memory it has held at most, and how many connections to the API.
const { subscribe } = require("node:diagnostics_channel");

let open = 0;
let most = 0;
subscribe("net.client.socket", ({ socket }) => {
  socket.once("connect", () => {
    if (socket.remotePort !== Number(process.env.API_PORT)) return;
    open += 1;
    most = Math.max(most, open);
    socket.once("close", () => {
      open -= 1;
    });
  });
});

process.on("SIGTERM", () => {
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(`at most: memory ${memory} MB, connections ${most}\n`, () => process.exit());
});
