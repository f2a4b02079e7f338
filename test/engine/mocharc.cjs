// `npm run test:engine`
module.exports = {
  ...require("../../.mocharc.json"),
  parallel: true,
  spec: ["test/{engine,examples}/**/*.test.ts"],
};
