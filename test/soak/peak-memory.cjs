// Loaded before the host process: says at its end how much memory it has held at most.
process.on("SIGTERM", () => {
  process.stdout.write(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB\n`, () => process.exit());
});
