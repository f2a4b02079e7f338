// `npm run test:matrix`. In one process: Yarn 1 fails if two share its cache.
module.exports = { ...require("../../.mocharc.json"), spec: ["test/matrix/*.test.ts"] };
