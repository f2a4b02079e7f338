// `npm run test:matrix`
module.exports = { ...require("../../.mocharc.json"), spec: ["test/matrix/**/*.test.ts"] };
