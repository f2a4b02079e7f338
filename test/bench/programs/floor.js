// The engine's own floor: resources that it serves itself, with as many bytes, values, secrets and references as ours.
const { Stash, secret } = require("@pulumi/pulumi");
const { shapes } = JSON.parse(process.env.BENCH);
// Of release 0.2.0. A Stash keeps its input three times, so it has a third of what one of our resources keeps on average.
const rest = Array(12).fill("x".repeat(21));

const stash = (own, secrets) =>
  class extends Stash {
    constructor(name, args) {
      super(name, { input: { ...Object.fromEntries(own.map((key) => [key, args[key]])), ...secrets, rest } });
    }
  };

exports.Application = stash(["name"]);
exports.Environment = stash(["applicationId"]);
// As many secrets as our three kinds have together.
const secrets = { secret: secret("x".repeat(39)) };
exports.Cache = stash(["cacheId", ...Object.keys(shapes.changed)], secrets);
