/** The part of the engine that a provider's process sends warnings to. */

import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { type LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";

export interface Engine {
  readonly address: string;
  readonly warnings: string[];
  close(): void;
}

export async function startEngine(): Promise<Engine> {
  const warnings: string[] = [];
  const server = new Server();
  server.addService({ log: EngineService.log } as never, {
    log({ request }: ServerUnaryCall<LogRequest, Empty>, done: sendUnaryData<Empty>) {
      if (request.getSeverity() === LogSeverity.WARNING) warnings.push(request.getMessage());
      done(null, new Empty());
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return { address: `127.0.0.1:${port}`, warnings, close: () => server.forceShutdown() };
}
