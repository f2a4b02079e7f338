// The engine's own floor: resources that it serves itself, with as many bytes, values, secrets and references as ours.
const { Stash, secret } = require("@pulumi/pulumi");
const { floor, shapes } = JSON.parse(process.env.BENCH);
const rest = Array(floor.values).fill("x".repeat(floor.charactersOfValue));

const stash = (own, secrets) =>
  class extends Stash {
    constructor(name, args) {
      super(name, { input: { ...Object.fromEntries(own.map((key) => [key, args[key]])), ...secrets, rest } });
    }
  };

exports.Application = stash(["name"]);
exports.Environment = stash(["applicationId"]);
// A Stash keeps its input three times: as many secrets as our three kinds have together.
const secrets = { secret: secret("x".repeat(floor.charactersOfSecret)) };
exports.Cache = stash(["cacheId", ...Object.keys(shapes.changed)], secrets);
