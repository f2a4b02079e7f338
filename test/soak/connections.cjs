// Loaded before the host process: writes how many connections it has, whenever they are more than before.
const { subscribe } = require("node:diagnostics_channel");

let [open, most] = [0, 0];
subscribe("net.client.socket", ({ socket }) => {
  socket.once("connect", () => {
    open += 1;
    if (open > most) process.stdout.write(`${++most} connections\n`);
    socket.once("close", () => {
      open -= 1;
    });
  });
});
