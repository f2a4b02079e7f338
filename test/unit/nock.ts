import nock from "nock";

// Loading nock puts it between every test of the process and the network.
nock.restore();

/** Puts nock between the tests of a suite and the network. */
export function useNock(): void {
  before(() => {
    nock.activate();
    nock.disableNetConnect();
  });
  after(() => {
    nock.enableNetConnect();
    nock.restore();
  });
  afterEach(() => nock.cleanAll());
}
