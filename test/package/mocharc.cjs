// `npm run test:package`
module.exports = { ...require("../../.mocharc.json"), parallel: true, spec: ["test/package/**/*.test.ts"] };
