// `npm run test:soak`. The sequences of secrets take longest, and start first. The unit level runs 20 times as many.
process.env.SEQUENCES ??= "4000";
module.exports = {
  ...require("../../.mocharc.json"),
  timeout: 600_000,
  parallel: true,
  spec: [
    "test/soak/secret-sequences.test.ts",
    "test/soak/!(secret-sequences).test.ts",
    "test/unit/host/*sequences.test.ts",
  ],
};
