// `npm run test:soak`. The test of secrets takes longest, and starts first.
module.exports = {
  ...require("../../.mocharc.json"),
  parallel: true,
  spec: ["test/soak/secrets.test.ts", "test/soak/!(secrets).test.ts"],
};
