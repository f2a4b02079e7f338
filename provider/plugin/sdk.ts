/** gRPC and the messages of Pulumi's protocol. They come from the SDK of the program, so that the package needs no dependency for them. */

import { createRequire } from "node:module";

const requireFromSdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));

export const grpc = requireFromSdk("@grpc/grpc-js") as typeof import("@grpc/grpc-js");
export const { Struct } = requireFromSdk(
  "google-protobuf/google/protobuf/struct_pb",
) as typeof import("google-protobuf/google/protobuf/struct_pb");
export const { Any } = requireFromSdk(
  "google-protobuf/google/protobuf/any_pb",
) as typeof import("google-protobuf/google/protobuf/any_pb");
export const { Empty } = requireFromSdk(
  "google-protobuf/google/protobuf/empty_pb",
) as typeof import("google-protobuf/google/protobuf/empty_pb");
export const engine = requireFromSdk("./proto/engine_pb.js") as typeof import("@pulumi/pulumi/proto/engine_pb.js");
export const { EngineClient } = requireFromSdk(
  "./proto/engine_grpc_pb.js",
) as typeof import("@pulumi/pulumi/proto/engine_grpc_pb.js");
export const { PluginInfo } = requireFromSdk(
  "./proto/plugin_pb.js",
) as typeof import("@pulumi/pulumi/proto/plugin_pb.js");
export const provider = requireFromSdk(
  "./proto/provider_pb.js",
) as typeof import("@pulumi/pulumi/proto/provider_pb.js");
export const { ResourceProviderService } = requireFromSdk(
  "./proto/provider_grpc_pb.js",
) as typeof import("@pulumi/pulumi/proto/provider_grpc_pb.js");
export const { Status } = requireFromSdk("./proto/status_pb.js") as typeof import("@pulumi/pulumi/proto/status_pb.js");
