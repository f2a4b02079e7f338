// The package.
const { Application, Cache, Environment } = require("pulumi-apphosting");
const { declare } = require("./resources");

declare(Application, Environment, Cache);
