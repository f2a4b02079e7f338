// `npm run test:soak`. What takes longest starts first. The unit level runs 120 stories.
process.env.SEQUENCES ??= "600";
const slow = ["test/unit/host/oracle*.test.ts", "test/soak/secret-sequences.test.ts", "test/soak/kill.test.ts"];
module.exports = {
  ...require("../../.mocharc.json"),
  timeout: 600_000,
  parallel: true,
  spec: [...slow, "test/soak/*.test.ts"],
};
