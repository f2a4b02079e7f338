// `npm run test:engine`. The tests of the package take longest, and start first.
module.exports = {
  ...require("../../.mocharc.json"),
  parallel: true,
  spec: ["test/package/*.test.ts", "test/{engine,examples}/**/*.test.ts"],
};
