// `npm run test:unit`. A pattern of files stands in a file like this, because shells differ in how they quote one.
module.exports = { ...require("../../.mocharc.json"), parallel: true, spec: ["test/unit/**/*.test.ts"] };
