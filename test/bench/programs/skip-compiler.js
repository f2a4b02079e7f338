// The same as `typescript: false` in Pulumi.yaml, which the language host of a CLI that was built here ignores.
process.env.PULUMI_NODEJS_TYPESCRIPT = "false";
