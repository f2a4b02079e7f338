import { Application, Cache, Environment, Provider, Region, SourceControlProvider } from "pulumi-apphosting";

// An explicit provider acts for one organization. Settings that it leaves out, such as the address, come from the stack.
const retail = new Provider("retail", { tokenVariable: "RETAIL_TOKEN" });
const press = new Provider("press", { tokenVariable: "PRESS_TOKEN" });

const shop = new Application(
  "shop",
  {
    name: "Web shop",
    region: Region.EuCentral1,
    repository: "retail/web-shop",
    sourceControlProvider: SourceControlProvider.HostA,
  },
  { provider: retail },
);

const blog = new Application(
  "blog",
  {
    name: "Blog",
    region: Region.EuCentral1,
    repository: "press/blog",
    sourceControlProvider: SourceControlProvider.HostC,
  },
  { provider: press },
);

// Each resource names its provider: an environment doesn't inherit it from its application.
new Environment("blog-staging", { applicationId: blog.id, name: "staging", branch: "develop" }, { provider: press });

// Ids are an organization's own: both may have a cache with this id.
new Cache("shop-sessions", { cacheId: "cache-1", name: "sessions" }, { provider: retail });
new Cache("blog-sessions", { cacheId: "cache-1", name: "sessions" }, { provider: press });

export const shopId = shop.id;
export const blogId = blog.id;
