// `npm run test:soak`. What takes longest starts first. The unit level runs 200 sequences.
process.env.SEQUENCES ??= "3000";
module.exports = {
  ...require("../../.mocharc.json"),
  timeout: 600_000,
  parallel: true,
  spec: [
    "test/soak/secret-sequences-*.test.ts",
    "test/unit/host/*sequences.test.ts",
    "test/soak/!(secret-sequences-*).test.ts",
  ],
};
