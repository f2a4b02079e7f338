// The engine's own floor: as many resources that it serves itself, about as large, with as many values and secrets and
// the same references.
const { Stash, secret } = require("@pulumi/pulumi");
const { declare } = require("./resources");
// A third of what ours keeps, since a Stash keeps its input three times.
const like = require("./like.json");

const stash = (kind, ...own) =>
  class extends Stash {
    constructor(name, args) {
      const { values, secret: text } = like[kind];
      const concealed = text === undefined ? {} : { secret: secret(text) };
      super(name, {
        input: { ...values, ...concealed, ...Object.fromEntries(own.map((key) => [key, args[key]])) },
      });
    }
  };

declare(
  stash("Application", "repository"),
  stash("Environment", "applicationId"),
  stash("Cache", "cacheId", "hibernationTimeout"),
);
