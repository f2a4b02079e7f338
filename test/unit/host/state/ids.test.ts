import { expect } from "chai";
import { selectAddressValues } from "../../../../provider/host/state/ids.js";
import { cache, environment } from "../../resources.js";

it("Address of what a get reads: the known arguments that stand in a path, and the id where it is one of them", () => {
  const properties = { applicationId: "app-1", name: "staging", branch: null };
  expect(selectAddressValues(environment.definition, "env-1", properties)).to.deep.equal({ applicationId: "app-1" });
  expect(selectAddressValues(environment.definition, "env-1", { applicationId: null })).to.deep.equal({});
  expect(selectAddressValues(cache.definition, "cache-1", {})).to.deep.equal({ cacheId: "cache-1" });
});
