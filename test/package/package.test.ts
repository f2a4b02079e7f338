/** One file for mocha, which runs files side by side: the package is packed and installed once for all of these suites. */

import "./tarball";
import "./import";
import "./installation";
import "./up";
