import { breakOff } from "./kill.js";

breakOff("engine");
breakOff("engine", "plugin");
