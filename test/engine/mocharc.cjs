// `npm run test:engine`. The examples take longest, and start first.
module.exports = {
  ...require("../../.mocharc.json"),
  parallel: true,
  spec: ["test/examples/**/*.test.ts", "test/engine/**/*.test.ts"],
};
