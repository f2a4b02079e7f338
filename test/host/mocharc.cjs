// `npm run test:host`
module.exports = { ...require("../../.mocharc.json"), parallel: true, spec: ["test/host/**/*.test.ts"] };
