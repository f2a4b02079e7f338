/** Each kind of resource: what is documented of it, beside what the package makes of it. */

import type * as pulumi from "@pulumi/pulumi";
import { readApplication } from "../../provider/api/application.js";
import { readCache } from "../../provider/api/cache.js";
import type { ResourceResponse } from "../../provider/api/envelope.js";
import { readEnvironment } from "../../provider/api/environment.js";
import type { Json } from "../../provider/api/json.js";
import { application } from "../../provider/host/application.js";
import { cache } from "../../provider/host/cache.js";
import { environment } from "../../provider/host/environment.js";
import type { ResourceRequests } from "../../provider/host/resource.js";
import { Application, Cache, Environment } from "../../provider/index.js";
import * as documented from "../documented/index.js";

interface Resource {
  readonly documented: documented.Documented;
  readonly requests: ResourceRequests;
  readonly read: (response: Json | undefined) => ResourceResponse;
  readonly Class: ResourceClass;
}

/** As a program in JavaScript sees it. */
type ResourceClass = new (name: string, args?: object, options?: pulumi.CustomResourceOptions) => pulumi.CustomResource;

export const resources: readonly Resource[] = [
  {
    documented: documented.application,
    requests: application,
    read: readApplication,
    Class: Application as ResourceClass,
  },
  {
    documented: documented.environment,
    requests: environment,
    read: readEnvironment,
    Class: Environment as ResourceClass,
  },
  { documented: documented.cache, requests: cache, read: readCache, Class: Cache as ResourceClass },
];
