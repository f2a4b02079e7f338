/** The plugin as the engine calls it: each method of the engine's protocol, in terms of resources. */

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
import type { JsonObject } from "../api/http/json.js";
import { definitions } from "../definitions/index.js";
import { formatPluginToken } from "../definitions/state-names.js";
import { StoredFailure } from "../host/requests/failure.js";
import { Session, version } from "../host/session/session.js";
import { findCallSecrets, type PrintLine, runCall } from "./grpc-call.js";
import { createPluginResource, type PluginResource } from "./plugin-resource.js";
import { addStackSettings, createLookup, findSettingProblems, listChangedSettings } from "./provider-settings.js";
import { Any, Empty, grpc, PluginInfo, provider, Status, Struct } from "./sdk.js";
import { listSecrets } from "./secrets.js";

type StructMessage = InstanceType<typeof Struct>;

export function createPluginService(print: PrintLine): UntypedServiceImplementation {
  const cancelled = new AbortController();
  const session = new Session({
    environment: process.env,
    engine: {
      info: (line) => print("INFO", line),
      warn: (line) => print("WARNING", line),
      findSecrets: findCallSecrets,
    },
    cancelled: cancelled.signal,
  });
  const resources = new Map(
    definitions.map((definition) => {
      const resource = createPluginResource(definition, session);
      return [formatPluginToken(definition.names.class), { definition, resource }] as const;
    }),
  );

  /** Calls the resource whose type stands last in the URN, behind those of its parents. */
  async function callResource<T>(
    urn: string,
    inputs: StructMessage | undefined,
    act: (resource: PluginResource, inputs: JsonObject) => Promise<T>,
  ): Promise<T> {
    const type = urn.split("::")[2]?.split("$").at(-1) ?? "";
    const found = resources.get(type);
    if (found === undefined) throw new Error(`${type} is no resource of pulumi-apphosting`);
    const values = decodeStruct(inputs);
    return runCall(urn, listSecrets(found.definition, values), () => act(found.resource, values));
  }

  return {
    getPluginInfo: createHandler(async () => new PluginInfo().setVersion(version)),

    getSchema: createHandler(async () => {
      const schema = require("./schema.json") as typeof import("./schema.json");
      return new provider.GetSchemaResponse().setSchema(JSON.stringify({ ...schema, version }));
    }),

    checkConfig: createHandler(async (request: CheckRequest) => {
      const urn = request.getUrn();
      const inputs = addStackSettings(urn, decodeStruct(request.getNews()), process.env);
      return createCheckResponse(inputs, findSettingProblems(urn, inputs, process.env));
    }),

    diffConfig: createHandler(async (request: DiffRequest) => {
      const changed = listChangedSettings(
        decodeStruct(request.getOldInputs() ?? request.getOlds()),
        decodeStruct(request.getNews()),
      );
      return new provider.DiffResponse().setChanges(findDiffChanges(changed)).setDiffsList(changed);
    }),

    configure: createHandler(async (request: ConfigureRequest) => {
      session.configuration.configure(createLookup(decodeStruct(request.getArgs())));
      return new provider.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
    }),

    check: createHandler((request: CheckRequest) =>
      callResource(request.getUrn(), request.getNews(), async (resource, news) => {
        const { inputs, failures } = await resource.check(decodeStruct(request.getOlds()), news);
        const reasons = failures.map(({ reason }) => reason);
        return createCheckResponse(inputs, reasons);
      }),
    ),

    diff: createHandler((request: DiffRequest) =>
      callResource(request.getUrn(), request.getNews(), async (resource, news) => {
        const [olds, oldInputs] = [decodeStruct(request.getOlds()), decodeStruct(request.getOldInputs())];
        const { lines, replaces } = await resource.diff(request.getId(), olds, oldInputs, news);
        // An argument that a replacement drops has a line, but is no reason for the replacement.
        const changed = lines.flatMap(({ argument, sign }) => (sign === "DELETE" ? [] : [argument]));
        const response = new provider.DiffResponse()
          .setChanges(findDiffChanges(changed))
          .setReplacesList([...replaces])
          .setDiffsList(changed)
          .setHasdetaileddiff(true);
        for (const { argument, sign, comparesInputs } of lines) {
          const line = new provider.PropertyDiff()
            .setKind(provider.PropertyDiff.Kind[sign])
            .setInputdiff(comparesInputs);
          response.getDetaileddiffMap().set(argument, line);
        }
        return response;
      }),
    ),

    create: createHandler((request: CreateRequest) =>
      callResource(request.getUrn(), request.getProperties(), async (resource, inputs) => {
        const { id, outputs } = await resource.create(inputs, request.getPreview());
        return new provider.CreateResponse().setId(id).setProperties(Struct.fromJavaScript(outputs));
      }),
    ),

    update: createHandler((request: UpdateRequest) =>
      callResource(request.getUrn(), request.getNews(), async (resource, news) => {
        const state = decodeStruct(request.getOlds());
        const outputs = await resource.update(request.getId(), state, news, request.getPreview());
        return new provider.UpdateResponse().setProperties(Struct.fromJavaScript(outputs));
      }),
    ),

    read: createHandler((request: ReadRequest) =>
      callResource(request.getUrn(), request.getInputs(), async (resource, inputs) => {
        const outputs = await resource.read(request.getId(), decodeStruct(request.getProperties()), inputs);
        return new provider.ReadResponse()
          .setId(request.getId())
          .setProperties(Struct.fromJavaScript(outputs))
          .setInputs(request.getInputs());
      }),
    ),

    delete: createHandler((request: DeleteRequest) =>
      callResource(request.getUrn(), request.getProperties(), async (resource, state) => {
        await resource.delete(request.getId(), state);
        return new Empty();
      }),
    ),

    cancel: createHandler(async () => {
      cancelled.abort();
      return new Empty();
    }),
  };
}

function decodeStruct(struct: StructMessage | undefined): JsonObject {
  return (struct?.toJavaScript() ?? {}) as JsonObject;
}

/** Creates the response to a check. No failure names a property: the engine would print its value, which may be a secret. */
function createCheckResponse(inputs: JsonObject, reasons: readonly string[]) {
  const failures = reasons.map((reason) => new provider.CheckFailure().setProperty("").setReason(reason));
  return new provider.CheckResponse().setInputs(Struct.fromJavaScript(inputs)).setFailuresList(failures);
}

function findDiffChanges(changed: readonly string[]) {
  const { DIFF_SOME, DIFF_NONE } = provider.DiffResponse.DiffChanges;
  return changed.length > 0 ? DIFF_SOME : DIFF_NONE;
}

/** Creates the handler of a method that takes one request and returns one response. */
function createHandler<Request, Response>(
  respond: (request: Request) => Promise<Response>,
): handleUnaryCall<Request, Response> {
  return ({ request }, callback) => {
    respond(request).then(
      (response) => callback(null, response),
      (error: Error) => callback(createServiceError(error)),
    );
  };
}

/**
 * Creates the error that the engine gets: its message, and nothing else. If the resource is recorded although the call
 * failed, its id and properties go with it, in the form that the engine knows.
 */
function createServiceError(error: Error): Partial<ServiceError> {
  const { message } = error;
  const code = grpc.status.UNKNOWN;
  if (!(error instanceof StoredFailure)) return { code, details: message };
  const detail = new provider.ErrorResourceInitFailed()
    .setId(error.id)
    .setProperties(Struct.fromJavaScript(error.properties))
    .setReasonsList([...error.reasons]);
  const packed = new Any();
  packed.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const status = new Status().setCode(code).setMessage(message).setDetailsList([packed]);
  const metadata = new grpc.Metadata();
  // The engine is written in Go, where gRPC looks under this key for what an error holds beside its message.
  metadata.add("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
  return { code, details: message, metadata };
}
