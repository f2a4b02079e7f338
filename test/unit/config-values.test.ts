/** The form of each setting but the token: the address of the API, numbers, flags, names of undocumented fields. */

import { expect } from "chai";
import { defaultFieldNames } from "../../provider/definitions/field-names.js";
import { readSettings } from "../../provider/host/config.js";

function readWith(key: string, value: unknown) {
  const values: Record<string, unknown> = {
    "apphosting:token": "secret-token",
    "apphosting:baseUrl": "https://api.example.com",
    [`apphosting:${key}`]: value,
  };
  return readSettings((name) => values[name], {});
}

describe("apphosting:baseUrl", () => {
  const taken: readonly [address: string, baseUrl?: string][] = [
    ["https://api.example.com"],
    ["https://api.example.com/", "https://api.example.com"],
    ["https://api.example.com/v1/accounts"],
    ["https://api.example.com/v1///", "https://api.example.com/v1"],
    ["https://api.example.com:8443/v1"],
    ["https://203.0.113.7"],
    ["  https://api.example.com\n", "https://api.example.com"],
    ["HTTPS://API.EXAMPLE.COM"],
    ["http://127.0.0.1:4010/api"],
    ["http://127.255.255.254"],
    ["http://localhost:4010"],
    ["http://LOCALHOST:4010"],
    ["http://[::1]:4010/api"],
  ];
  for (const [address, baseUrl = address] of taken) {
    it(`can be ${JSON.stringify(address)}`, () => {
      const { settings, problems } = readWith("baseUrl", address);
      expect(problems).to.deep.equal([]);
      expect(settings.baseUrl).to.equal(baseUrl);
    });
  }

  const refused: readonly [address: string, problem: RegExp][] = [
    ["api.example.com", /must be an address such as https:/],
    ["/v1", /must be an address such as https:/],
    ["https://", /must be an address such as https:/],
    ["localhost:4010", /must start with https:/],
    ["ftp://api.example.com", /must start with https:/],
    ["file:///etc/passwd", /must start with https:/],
    ["http://api.example.com", /plain http is for this machine/],
    ["http://127.0.0.1.evil.com", /plain http is for this machine/],
    ["http://localhost.evil.com", /plain http is for this machine/],
    ["http://evil.com/127.0.0.1", /plain http is for this machine/],
    ["http://10.0.0.1", /plain http is for this machine/],
    ["http://0.0.0.0", /plain http is for this machine/],
    ["http://[::2]", /plain http is for this machine/],
    ["http://127.0.0.1@evil.com", /must not hold a user name or password/],
    ["https://user:secret@api.example.com", /must not hold a user name or password/],
    ["https://:secret@api.example.com", /must not hold a user name or password/],
    ["https://user@api.example.com", /must not hold a user name or password/],
    ["https://api.example.com/?key=secret", /must not have a query or a fragment/],
    ["https://api.example.com?", /must not have a query or a fragment/],
    ["https://api.example.com/#v1", /must not have a query or a fragment/],
  ];
  for (const [address, problem] of refused) {
    it(`cannot be ${address}, and the problem does not show it`, () => {
      const { problems } = readWith("baseUrl", address);
      expect(problems).to.have.lengthOf(1);
      expect(problems[0])
        .to.match(/^apphosting:baseUrl /)
        .and.match(problem)
        .and.not.include("secret@");
      expect(problems[0]).to.not.include("evil").and.not.include("key=");
    });
  }
});

describe("apphosting:fieldNames", () => {
  const taken: readonly [value: unknown, names: object][] = [
    ["{}", {}],
    ['{"size":"cache_size"}', { size: "cache_size" }],
    ['{"sourceControlProvider":"vcs","size":"s"}', { sourceControlProvider: "vcs", size: "s" }],
    // An explicit provider can hand the object itself over.
    [{ size: "plan" }, { size: "plan" }],
  ];
  for (const [value, names] of taken) {
    it(`takes ${JSON.stringify(value)} and keeps the other defaults`, () => {
      const { settings, problems } = readWith("fieldNames", value);
      expect(problems).to.deep.equal([]);
      expect(settings.fieldNames).to.deep.equal({ ...defaultFieldNames, ...names });
    });
  }

  for (const value of [
    "size",
    "{size: 'cache_size'}",
    "null",
    "[]",
    '"size"',
    '{"Size":"cache_size"}',
    '{"size":1}',
    '{"size":null}',
    '{"size":""}',
    '{"size":" "}',
    '{"region":"place"}',
    '{"size":"name"}',
    '{"size":"one","evictionPolicy":"one"}',
    '{"sourceControlProvider":"repository"}',
    '{"__proto__":"x"}',
    '{"constructor":"x"}',
  ]) {
    it(`refuses ${value}, and says what may be named`, () => {
      const { problems } = readWith("fieldNames", value);
      expect(problems).to.have.lengthOf(1);
      const names = Object.keys(defaultFieldNames).join(", ");
      expect(problems[0]).to.include(`apphosting:fieldNames must be a JSON object with any of ${names}`);
    });
  }
});

describe("apphosting:timeoutSeconds, apphosting:maxRetries and apphosting:allowUnlistedValues", () => {
  const table: readonly [key: string, taken: readonly [string, unknown][], refused: readonly string[]][] = [
    [
      "timeoutSeconds",
      [
        ["1", 1],
        ["3600", 3600],
        [" 30 ", 30],
      ],
      ["0", "3601", "-1", "1.5", "60s", "1e3", "0x10"],
    ],
    [
      "maxRetries",
      [
        ["0", 0],
        ["20", 20],
      ],
      ["21", "-1", "1.5", "none", "1e1"],
    ],
    [
      "allowUnlistedValues",
      [
        ["true", true],
        ["false", false],
      ],
      ["yes", "1", "True", "on"],
    ],
  ];
  for (const [key, taken, refused] of table) {
    for (const [text, value] of taken) {
      it(`takes ${key} ${JSON.stringify(text)}`, () => {
        const { settings, problems } = readWith(key, text);
        expect(problems).to.deep.equal([]);
        expect(settings).to.have.property(key, value);
      });
    }
    for (const text of refused) {
      it(`refuses ${key} ${JSON.stringify(text)}`, () => {
        const { problems } = readWith(key, text);
        expect(problems.join()).to.match(new RegExp(`^apphosting:${key} must be (an integer from|true or false)`));
      });
    }
  }
});
