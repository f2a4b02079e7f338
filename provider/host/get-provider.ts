/** The provider of `get`, which reads a resource that the stack doesn't manage. */

import type { CheckResult, DiffResult, ReadResult } from "@pulumi/pulumi/dynamic";
import type { JsonObject } from "../rows/json.js";
import { Refusal } from "./failures.js";
import { HostProvider } from "./host-provider.js";
import { encodeGet } from "./state.js";

export class GetProvider extends HostProvider {
  /** Called only where the engine is about to create. */
  override async check(_oldInputs: JsonObject, inputs: JsonObject): Promise<CheckResult> {
    const reason =
      `a transformation dropped the id of ${this.table.className}.get from the options. ` +
      "Return the options it received, with your changes";
    return { inputs, failures: [{ property: "", reason }] };
  }

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
    const given = Object.entries(properties).filter(([name, value]) => inPath.includes(name) && value !== null);
    const values = Object.fromEntries(given);
    const resource = { ...this.gather({ id }), values };
    return this.attempt(resource, async () => {
      this.refuseMalformedOperations();
      if (!resource.operations.includes("read")) throw new Refusal([readNotEnabledNotice]);
      const response = isOfProgram ? await this.readResource(resource) : await this.findResource(resource);
      return { id, props: encodeGet(table, response === undefined ? properties : { ...values, ...response.values }) };
    });
  }
}

const readNotEnabledNotice =
  "`get` can't read it, because the API documents no read. " +
  "If your API supports it, run `pulumi config set apphosting:operations read`, " +
  "or add it to the operations of its explicit Provider.";
