/** Prints the folders that hold Pulumi, to be put first on PATH. Nothing else goes to standard output. */
import { findPulumi } from "./find";

findPulumi()
  .then(({ bin }) => console.log(bin))
  .catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
