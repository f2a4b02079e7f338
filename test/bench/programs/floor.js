// The engine alone: resources that it serves itself, with the same arguments and a secret, because each of ours has one.
const { Stash, secret } = require("@pulumi/pulumi");

class StashOfArguments extends Stash {
  constructor(name, args) {
    super(name, { input: { ...args, secret: secret("a secret") } });
  }
}

module.exports = { Application: StashOfArguments, Environment: StashOfArguments, Cache: StashOfArguments };
