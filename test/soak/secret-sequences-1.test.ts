import { runSequences } from "./secret-sequences.js";

runSequences(1);
