// `npm run test:package`. What takes longest starts first.
const all = require("../../.mocharc.json");
module.exports = {
  ...all,
  require: [...all.require, "test/package/pack.ts"],
  parallel: true,
  spec: ["test/package/first-up.test.ts", "test/package/!(first-up).test.ts"],
};
