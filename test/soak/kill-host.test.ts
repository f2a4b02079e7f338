import { breakOff } from "./kill.js";

breakOff("host process");
