/** The way to an API that the environment names: whether it goes through a proxy, and what is wrong with the proxy's URL. */

import { expect } from "chai";
import { findProxyRoute } from "../../../../provider/api/http/proxy.js";

const host = "https://api.corp.example";

const noScheme = "has no scheme, which is http:// or https://";
const unreadable = "can't be read: its URL is wrong, or its login isn't URL-encoded";
for (const [value, proxy, detail] of [
  ["127.0.0.1:3128", "127.0.0.1:3128", noScheme],
  ["proxy.example:3128", "proxy.example:3128", noScheme],
  ["user:secret@proxy.example:3128", "proxy.example:3128", noScheme],
  ["socks5://user:secret@127.0.0.1:1080", "127.0.0.1:1080", "has the scheme socks5: only http and https work"],
  ["http://user:sec/ret@127.0.0.1:3128", "of HTTPS_PROXY", unreadable],
  ["http://user:1/secret@127.0.0.1:3128", "of HTTPS_PROXY", unreadable],
  ["http://user:2?secret@127.0.0.1:3128", "of HTTPS_PROXY", unreadable],
  ["user:3#secret@127.0.0.1:3128", "of HTTPS_PROXY", unreadable],
  ["http://", "of HTTPS_PROXY", unreadable],
] as const) {
  it(`Proxy ${value}: can't be used, and the failure says what is wrong without the login`, () => {
    const route = findProxyRoute(new URL(host), { HTTPS_PROXY: value });
    expect(route).to.deep.equal({ kind: "proxy", proxy, detail });
  });
}

it("Proxy behind https: its port is 443, and its URL has no login", () => {
  const route = findProxyRoute(new URL(host), { https_proxy: "https://user:secret@proxy.example" });
  if (route === undefined || !("url" in route)) throw new Error("there is no way through the proxy");
  expect([route.url.href, route.proxy]).to.deep.equal(["https://proxy.example/", "proxy.example:443"]);
});

for (const [noProxy, baseUrl, isExcluded] of [
  ["*", host, true],
  ["other.example, api.corp.example", host, true],
  [".corp.example", host, true],
  ["*.corp.example", host, true],
  ["corp.example", host, true],
  ["Corp.Example", host, true],
  ["orp.example", host, false],
  ["example.api.corp.example", host, false],
  ["api.corp.example:443", host, true],
  ["corp.example:8443", `${host}:8443`, true],
  ["corp.example:8443", host, false],
  [",", host, false],
  [",", `${host}.`, false],
  [".", `${host}.`, false],
  ["", `${host}.`, false],
  ["corp.example", `${host}.`, true],
  ["corp.example.", host, true],
  ["api.corp.example.:443", host, true],
  ["127.0.0.1", "https://127.0.0.1:1", true],
  ["127.0.0.1:1", "https://127.0.0.1:1", true],
  ["127.0.0.0/8", "https://127.0.0.1:1", true],
  ["127.0.0.1/32", "https://127.0.0.1:1", true],
  ["::/0", "https://127.0.0.1:1", false],
  ["10.0.0.0/8,127.0.0.0/33,127.0.0.0/x8,127.0.0.0/8x,/8,0.1", "https://127.0.0.1:1", false],
  ["[::1]", "https://[::1]:1", true],
  ["::1", "https://[::1]:1", true],
  ["[::1]:1", "https://[::1]:1", true],
  ["::/64", "https://[::1]:1", true],
] as const) {
  it(`NO_PROXY=${noProxy}: ${baseUrl} is reached ${isExcluded ? "without" : "through"} the proxy`, () => {
    const environment = { HTTPS_PROXY: "http://127.0.0.1:3128", NO_PROXY: noProxy };
    expect(findProxyRoute(new URL(baseUrl), environment) === undefined).to.equal(isExcluded);
  });
}
