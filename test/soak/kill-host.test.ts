import { breakOff } from "./kill.js";

breakOff("host process");
breakOff("host process", "plugin");
