/** Each kind of resource: what is documented of it, beside what the package makes of it. */

import type * as pulumi from "@pulumi/pulumi";
import { application } from "../../provider/api/application.js";
import { environment } from "../../provider/api/environment.js";
import { cache } from "../../provider/host/cache.js";
import type { HostedResource } from "../../provider/host/resource.js";
import { Application, Cache, Environment } from "../../provider/index.js";
import * as documented from "../documented/index.js";

interface Resource {
  readonly documented: documented.Documented;
  readonly api: HostedResource;
  readonly Class: ResourceClass;
}

/** As a program in JavaScript sees it. */
type ResourceClass = new (name: string, args?: object, options?: pulumi.CustomResourceOptions) => pulumi.CustomResource;

export const resources: readonly Resource[] = [
  { documented: documented.application, api: application, Class: Application as ResourceClass },
  { documented: documented.environment, api: environment, Class: Environment as ResourceClass },
  { documented: documented.cache, api: cache, Class: Cache as ResourceClass },
];
