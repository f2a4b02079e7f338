/** The provider as the engine calls it: each method of its protocol, in terms of resources. */

import type { handleUnaryCall, ServiceError, UntypedServiceImplementation } from "@grpc/grpc-js";
import type {
  CheckRequest,
  ConfigureRequest,
  CreateRequest,
  DeleteRequest,
  DiffRequest,
  ReadRequest,
  UpdateRequest,
} from "@pulumi/pulumi/proto/provider_pb.js";
import type { JsonObject } from "../api/json.js";
import { definitions } from "../definitions/index.js";
import { pluginToken } from "../definitions/state.js";
import { RecordedFailure } from "../host/failure.js";
import { Session, version } from "../host/session.js";
import { inContext, secretsOfCall } from "./context.js";
import { createPluginResource, type PluginResource } from "./lifecycle.js";
import { Any, Empty, grpc, PluginInfo, provider, Status, Struct } from "./sdk.js";
import { listSecrets } from "./secrets.js";
import { addStackSettings, changedSettings, lookupIn, settingProblems } from "./settings.js";

type StructMessage = InstanceType<typeof Struct>;

export function pluginService(log: (severity: "INFO" | "WARNING", line: string) => void): UntypedServiceImplementation {
  const cancelled = new AbortController();
  const session = new Session({
    environment: process.env,
    engine: { info: (line) => log("INFO", line), warn: (line) => log("WARNING", line), findSecrets: secretsOfCall },
    cancelled: cancelled.signal,
  });
  const resources = new Map(
    definitions.map((definition) => {
      const resource = createPluginResource(definition, session);
      return [pluginToken(definition.names.class), { definition, resource }] as const;
    }),
  );

  /** What is called for a resource: its kind is the last type of its URN. */
  async function forResource<T>(
    urn: string,
    inputs: StructMessage | undefined,
    act: (resource: PluginResource, inputs: JsonObject) => Promise<T>,
  ): Promise<T> {
    const type = urn.split("::")[2]?.split("$").at(-1) ?? "";
    const found = resources.get(type);
    if (found === undefined) throw new Error(`${type} is no resource of pulumi-apphosting`);
    const values = valuesOf(inputs);
    return inContext(urn, listSecrets(found.definition, values), () => act(found.resource, values));
  }

  return {
    getPluginInfo: unary(async () => new PluginInfo().setVersion(version)),

    getSchema: unary(async () => {
      const schema = require("./schema.json") as typeof import("./schema.json");
      return new provider.GetSchemaResponse().setSchema(JSON.stringify({ ...schema, version }));
    }),

    checkConfig: unary(async (request: CheckRequest) => {
      const urn = request.getUrn();
      const inputs = addStackSettings(urn, valuesOf(request.getNews()), process.env);
      const reasons = settingProblems(urn, inputs, process.env);
      return new provider.CheckResponse()
        .setInputs(Struct.fromJavaScript(inputs))
        .setFailuresList(reasons.map(failure));
    }),

    diffConfig: unary(async (request: DiffRequest) => {
      const changed = changedSettings(
        valuesOf(request.getOldInputs() ?? request.getOlds()),
        valuesOf(request.getNews()),
      );
      return new provider.DiffResponse().setChanges(changes(changed)).setDiffsList(changed);
    }),

    configure: unary(async (request: ConfigureRequest) => {
      session.configure(lookupIn(valuesOf(request.getArgs())));
      return new provider.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
    }),

    check: unary((request: CheckRequest) =>
      forResource(request.getUrn(), request.getNews(), async (resource, news) => {
        const { inputs, failures } = await resource.check(valuesOf(request.getOlds()), news);
        const reasons = failures.map(({ reason }) => failure(reason));
        return new provider.CheckResponse().setInputs(Struct.fromJavaScript(inputs)).setFailuresList(reasons);
      }),
    ),

    diff: unary((request: DiffRequest) =>
      forResource(request.getUrn(), request.getNews(), async (resource, news) => {
        const [olds, oldInputs] = [valuesOf(request.getOlds()), valuesOf(request.getOldInputs())];
        const { changed, replaces } = await resource.diff(request.getId(), olds, oldInputs, news);
        // What a replacement goes without is marked, and no reason for it.
        const names = changed.flatMap(({ name, kind }) => (kind === "DELETE" ? [] : [name]));
        const response = new provider.DiffResponse()
          .setChanges(changes(names))
          .setReplacesList([...replaces])
          .setDiffsList(names)
          .setHasdetaileddiff(true);
        for (const { name, kind, ofInputs } of changed) {
          const one = new provider.PropertyDiff().setKind(provider.PropertyDiff.Kind[kind]).setInputdiff(ofInputs);
          response.getDetaileddiffMap().set(name, one);
        }
        return response;
      }),
    ),

    create: unary((request: CreateRequest) =>
      forResource(request.getUrn(), request.getProperties(), async (resource, inputs) => {
        const { id, outputs } = await resource.create(inputs, request.getPreview());
        return new provider.CreateResponse().setId(id).setProperties(Struct.fromJavaScript(outputs));
      }),
    ),

    update: unary((request: UpdateRequest) =>
      forResource(request.getUrn(), request.getNews(), async (resource, news) => {
        const state = valuesOf(request.getOlds());
        const outputs = await resource.update(request.getId(), state, news, request.getPreview());
        return new provider.UpdateResponse().setProperties(Struct.fromJavaScript(outputs));
      }),
    ),

    read: unary((request: ReadRequest) =>
      forResource(request.getUrn(), request.getInputs(), async (resource, inputs) => {
        const outputs = await resource.read(request.getId(), valuesOf(request.getProperties()), inputs);
        return new provider.ReadResponse()
          .setId(request.getId())
          .setProperties(Struct.fromJavaScript(outputs))
          .setInputs(request.getInputs());
      }),
    ),

    delete: unary((request: DeleteRequest) =>
      forResource(request.getUrn(), request.getProperties(), async (resource, state) => {
        await resource.delete(request.getId(), state);
        return new Empty();
      }),
    ),

    cancel: unary(async () => {
      cancelled.abort();
      return new Empty();
    }),
  };
}

function valuesOf(struct: StructMessage | undefined): JsonObject {
  return (struct?.toJavaScript() ?? {}) as JsonObject;
}

// The engine prints the value of a property that a failure names, and the value may be a secret.
function failure(reason: string) {
  return new provider.CheckFailure().setProperty("").setReason(reason);
}

function changes(changed: readonly string[]) {
  const { DIFF_SOME, DIFF_NONE } = provider.DiffResponse.DiffChanges;
  return changed.length > 0 ? DIFF_SOME : DIFF_NONE;
}

function unary<Request, Response>(act: (request: Request) => Promise<Response>): handleUnaryCall<Request, Response> {
  return ({ request }, callback) => {
    act(request).then(
      (response) => callback(null, response),
      (error: Error) => callback(asServiceError(error)),
    );
  };
}

/** One message and nothing else; of a resource that is recorded nevertheless, in the form that the engine knows. */
function asServiceError(error: Error): Partial<ServiceError> {
  const { message } = error;
  const code = grpc.status.UNKNOWN;
  if (!(error instanceof RecordedFailure)) return { code, details: message };
  const detail = new provider.ErrorResourceInitFailed()
    .setId(error.id)
    .setProperties(Struct.fromJavaScript(error.properties))
    .setReasonsList([...error.reasons]);
  const packed = new Any();
  packed.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const status = new Status().setCode(code).setMessage(message).setDetailsList([packed]);
  const metadata = new grpc.Metadata();
  // Where gRPC in Go, the engine's, looks for more than a message.
  metadata.add("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
  return { code, details: message, metadata };
}
