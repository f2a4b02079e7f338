// The engine's own floor: resources that it serves itself, with as many bytes, values, secrets and references as ours.
const { Stash, secret } = require("@pulumi/pulumi");
const { values, charactersOfValue, charactersOfSecret } = JSON.parse(process.env.BENCH_FLOOR);
const rest = Array(values).fill("x".repeat(charactersOfValue));

const stash = (own, secrets) =>
  class extends Stash {
    constructor(name, args) {
      super(name, { input: { ...Object.fromEntries(own.map((key) => [key, args[key]])), ...secrets, rest } });
    }
  };

exports.Application = stash(["repository"]);
exports.Environment = stash(["applicationId"]);
// A Stash keeps its input three times: as many secrets as our three kinds have together.
exports.Cache = stash(["cacheId", "hibernationTimeout"], { secret: secret("x".repeat(charactersOfSecret)) });
