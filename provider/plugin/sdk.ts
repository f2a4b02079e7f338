/** gRPC and Pulumi's messages, as the program's own SDK has them: the package needs no dependency for them. */

import { createRequire } from "node:module";

const ofSdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));

export const grpc = ofSdk("@grpc/grpc-js") as typeof import("@grpc/grpc-js");
export const { Struct } = ofSdk(
  "google-protobuf/google/protobuf/struct_pb",
) as typeof import("google-protobuf/google/protobuf/struct_pb");
export const { Any } = ofSdk(
  "google-protobuf/google/protobuf/any_pb",
) as typeof import("google-protobuf/google/protobuf/any_pb");
export const { Empty } = ofSdk(
  "google-protobuf/google/protobuf/empty_pb",
) as typeof import("google-protobuf/google/protobuf/empty_pb");
export const engine = ofSdk("./proto/engine_pb.js") as typeof import("@pulumi/pulumi/proto/engine_pb.js");
export const { EngineClient } = ofSdk(
  "./proto/engine_grpc_pb.js",
) as typeof import("@pulumi/pulumi/proto/engine_grpc_pb.js");
export const { PluginInfo } = ofSdk("./proto/plugin_pb.js") as typeof import("@pulumi/pulumi/proto/plugin_pb.js");
export const provider = ofSdk("./proto/provider_pb.js") as typeof import("@pulumi/pulumi/proto/provider_pb.js");
export const { ResourceProviderService } = ofSdk(
  "./proto/provider_grpc_pb.js",
) as typeof import("@pulumi/pulumi/proto/provider_grpc_pb.js");
export const { Status } = ofSdk("./proto/status_pb.js") as typeof import("@pulumi/pulumi/proto/status_pb.js");
