// The engine's own floor: as many resources that it serves itself, about as large, with the same references.
const { Stash } = require("@pulumi/pulumi");
const { declare } = require("./resources");
// A third of what ours keeps, since a Stash keeps its input three times.
const like = require("./like.json");

const stash = (kind, ...own) =>
  class extends Stash {
    constructor(name, args) {
      super(name, { input: { ...like[kind], ...Object.fromEntries(own.map((key) => [key, args[key]])) } });
    }
  };

declare(
  stash("Application", "repository"),
  stash("Environment", "applicationId"),
  stash("Cache", "cacheId", "hibernationTimeout"),
);
