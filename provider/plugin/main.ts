/** The program of the plugin: the engine starts it, and it serves the resources until the engine ends it or is gone itself. */

import { whenEngineIsGone } from "../host/engine-gone.js";
import { connectLog } from "./grpc-call.js";
import { grpc, ResourceProviderService } from "./sdk.js";
import { createPluginService } from "./service.js";

const address = process.argv.at(-1) ?? "";
whenEngineIsGone(address, () => process.exit(1));

// The outputs of a resource can be large. The SDK sets the same limit for its own connections.
const server = new grpc.Server({ "grpc.max_receive_message_length": 400 * 1024 * 1024 });
server.addService(ResourceProviderService, createPluginService(connectLog(address)));
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error;
  // The engine reads the port from the first line.
  process.stdout.write(`${port}\n`);
});
