import * as pulumi from "@pulumi/pulumi";
import { createShop } from "./shop";

const shop = createShop(pulumi.getStack());

export const applicationId = shop.application.id;
export const domain = shop.environment.vanityDomain;
export const cacheUri = shop.sessions.connectionUri;
