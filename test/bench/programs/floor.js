// The engine's own floor: resources that it serves itself, with as many bytes, values, secrets and references as ours. A Stash keeps
// its input three times, so it gets a third of what ours had when this was written; the report says how both states compare.
const { Stash, secret } = require("@pulumi/pulumi");
const { shapes } = JSON.parse(process.env.BENCH);
const rest = Array(12).fill("x".repeat(21));

const stash = (own, secrets) =>
  class extends Stash {
    constructor(name, args) {
      super(name, { input: { ...Object.fromEntries(own.map((key) => [key, args[key]])), ...secrets, rest } });
    }
  };

exports.Application = stash(["name"]);
exports.Environment = stash(["applicationId"]);
// Three times: as many secrets as our three kinds have together.
const secrets = { secret: secret("x".repeat(39)) };
exports.Cache = stash(["cacheId", ...Object.keys(shapes.changed)], secrets);
