/** The package as npm packs it. One file, so that it is packed and installed once: mocha runs files side by side. */

import { removeTemporaryFolders } from "../tools/command";
import "./tarball";
import "./import";
import "./first-up";
import "./policy-pack";

after(removeTemporaryFolders);
