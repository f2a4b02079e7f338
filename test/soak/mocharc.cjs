// `npm run test:soak`. The test of secrets takes longest, and starts first. The sequences are those of the unit level, twenty times as many.
process.env.SEQUENCES ??= "4000";
module.exports = {
  ...require("../../.mocharc.json"),
  timeout: 600_000,
  parallel: true,
  spec: ["test/soak/secrets.test.ts", "test/soak/!(secrets).test.ts", "test/unit/host/*sequences.test.ts"],
};
