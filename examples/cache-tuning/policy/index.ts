import { PolicyPack, validateResourceOfType } from "@pulumi/policy";
import { Cache } from "pulumi-apphosting";

new PolicyPack("cache-policy", {
  policies: [
    {
      name: "cache-not-public",
      description: "A cache can't be reached from the public network.",
      enforcementLevel: "mandatory",
      validateResource: validateResourceOfType(Cache, ({ isPublic }, _, reportViolation) => {
        if (isPublic) reportViolation("isPublic is true: leave the cache in the private network.");
      }),
    },
  ],
});
