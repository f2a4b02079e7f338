import { cache } from "pulumi-apphosting/host";
import { startSandbox } from "pulumi-apphosting/sandbox";

export const update = cache.update;
export const url: Promise<string> = startSandbox({ port: 0 }).then((sandbox) => sandbox.url);
// @ts-expect-error: a port is a number
startSandbox({ port: "0" });
