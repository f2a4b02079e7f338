/** The provider of `get`, which reads a resource that the stack doesn't manage. */

import type { DiffResult, ReadResult } from "@pulumi/pulumi/dynamic";
import type { JsonObject } from "../rows/json.js";
import { Refusal } from "./failures.js";
import { HostProvider } from "./host-provider.js";
import { encodeOutputs, recordRead } from "./state.js";

export class GetProvider extends HostProvider {
  override async diff(): Promise<DiffResult> {
    return {};
  }

  /** What isn't found is an error in a program, which uses its outputs. A refresh keeps it, with a warning. */
  override async read(id: string, properties: JsonObject): Promise<ReadResult> {
    const { table, run } = this;
    // A refresh hands over the properties of the state, which has every row.
    const isOfProgram = Object.keys(table.rows).some((name) => !(name in properties));
    if (isOfProgram) {
      run.hasProgram = true;
      run.use(table, id);
    }
    const inPath = table.arguments.filter((argument) => argument.inPath).map(({ name }) => name);
    const given = Object.entries(properties).filter(([name]) => inPath.includes(name));
    const resource = this.gather(id, undefined, Object.fromEntries(given));
    return this.attempt(resource, async () => {
      this.refuseMalformedOperations();
      if (!resource.operations.includes("read")) throw new Refusal([readNotEnabledNotice]);
      const response = isOfProgram ? await this.readResource(resource) : await this.findResource(resource);
      if (response === undefined) return { id, props: properties };
      return { id, props: encodeOutputs(table, recordRead(resource, response.values)) };
    });
  }
}

const readNotEnabledNotice =
  "`get` can't read it, because the API documents no read. " +
  "If your API supports it, run `pulumi config set apphosting:operations read`, " +
  "or add it to the operations of its explicit Provider.";
