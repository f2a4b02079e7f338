// Does what `typescript: false` in Pulumi.yaml does, to which the language host of a CLI that was built here does not listen.
process.env.PULUMI_NODEJS_TYPESCRIPT = "false";
