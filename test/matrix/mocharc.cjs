// `npm run test:matrix`. What takes longest starts first.
const all = require("../../.mocharc.json");
module.exports = {
  ...all,
  require: [...all.require, "test/package/pack.ts", "test/matrix/tools.ts"],
  parallel: true,
  spec: ["yarn", "npm", "pnpm-and-bun"].map((managers) => `test/matrix/${managers}.test.ts`),
};
