/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-mixed-operators, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars, default-case, jsdoc/require-param*/
import $protobuf from "protobufjs/minimal.js";
// Common aliases
const $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError, $TypeError = $util.global.TypeError, $Boolean = $util.global.Boolean, $String = $util.global.String, $Array = $util.global.Array, $parseInt = $util.global.parseInt, $BigInt = $util.global.BigInt, $Number = $util.global.Number, $isFinite = $util.global.isFinite;
// Exported root namespace
const $root = $protobuf.roots["default"] || ($protobuf.roots["default"] = {});
export const inference = $root.inference = (() => {
 const inference = {};
 inference.ServerLiveRequest = (function() {
  const ServerLiveRequest = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ServerLiveRequest.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ServerLiveRequest.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ServerLiveRequest();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    r.skipType(t & 7, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ServerLiveRequest.fromObject = function (d, q) {
   if (d instanceof $root.inference.ServerLiveRequest)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ServerLiveRequest: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   return new $root.inference.ServerLiveRequest();
  };
  ServerLiveRequest.toObject = function () {
   return {};
  };
  ServerLiveRequest.prototype.toJSON = function() {
   return ServerLiveRequest.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ServerLiveRequest;
 })();
 inference.ServerLiveResponse = (function() {
  const ServerLiveResponse = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ServerLiveResponse.prototype.live = false;
  ServerLiveResponse.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.live != null && $Object.hasOwnProperty.call(m, "live") && m.live !== false)
    w.uint32(/* id 1, wireType 0 =*/8).bool(m.live);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ServerLiveResponse.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ServerLiveResponse();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 0)
       break;
      if (v = r.bool())
       m.live = v;
      else
       delete m.live;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ServerLiveResponse.fromObject = function (d, q) {
   if (d instanceof $root.inference.ServerLiveResponse)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ServerLiveResponse: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ServerLiveResponse();
   if (d.live != null) {
    if (d.live) {
     m.live = $Boolean(d.live);
    }
   }
   return m;
  };
  ServerLiveResponse.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.live = false;
   }
   if (m.live != null && $Object.hasOwnProperty.call(m, "live")) {
    d.live = m.live;
   }
   return d;
  };
  ServerLiveResponse.prototype.toJSON = function() {
   return ServerLiveResponse.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ServerLiveResponse;
 })();
 inference.ServerReadyRequest = (function() {
  const ServerReadyRequest = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ServerReadyRequest.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ServerReadyRequest.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ServerReadyRequest();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    r.skipType(t & 7, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ServerReadyRequest.fromObject = function (d, q) {
   if (d instanceof $root.inference.ServerReadyRequest)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ServerReadyRequest: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   return new $root.inference.ServerReadyRequest();
  };
  ServerReadyRequest.toObject = function () {
   return {};
  };
  ServerReadyRequest.prototype.toJSON = function() {
   return ServerReadyRequest.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ServerReadyRequest;
 })();
 inference.ServerReadyResponse = (function() {
  const ServerReadyResponse = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ServerReadyResponse.prototype.ready = false;
  ServerReadyResponse.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.ready != null && $Object.hasOwnProperty.call(m, "ready") && m.ready !== false)
    w.uint32(/* id 1, wireType 0 =*/8).bool(m.ready);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ServerReadyResponse.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ServerReadyResponse();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 0)
       break;
      if (v = r.bool())
       m.ready = v;
      else
       delete m.ready;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ServerReadyResponse.fromObject = function (d, q) {
   if (d instanceof $root.inference.ServerReadyResponse)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ServerReadyResponse: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ServerReadyResponse();
   if (d.ready != null) {
    if (d.ready) {
     m.ready = $Boolean(d.ready);
    }
   }
   return m;
  };
  ServerReadyResponse.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.ready = false;
   }
   if (m.ready != null && $Object.hasOwnProperty.call(m, "ready")) {
    d.ready = m.ready;
   }
   return d;
  };
  ServerReadyResponse.prototype.toJSON = function() {
   return ServerReadyResponse.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ServerReadyResponse;
 })();
 inference.ModelReadyRequest = (function() {
  const ModelReadyRequest = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelReadyRequest.prototype.name = "";
  ModelReadyRequest.prototype.version = "";
  ModelReadyRequest.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
   if (m.version != null && $Object.hasOwnProperty.call(m, "version") && m.version !== "")
    w.uint32(/* id 2, wireType 2 =*/18).string(m.version);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelReadyRequest.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelReadyRequest();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.name = v;
      else
       delete m.name;
      continue;
     }
    case 2: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.version = v;
      else
       delete m.version;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelReadyRequest.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelReadyRequest)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelReadyRequest: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelReadyRequest();
   if (d.name != null) {
    if (typeof d.name !== "string" || d.name.length) {
     m.name = $String(d.name);
    }
   }
   if (d.version != null) {
    if (typeof d.version !== "string" || d.version.length) {
     m.version = $String(d.version);
    }
   }
   return m;
  };
  ModelReadyRequest.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.name = "";
    d.version = "";
   }
   if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
    d.name = m.name;
   }
   if (m.version != null && $Object.hasOwnProperty.call(m, "version")) {
    d.version = m.version;
   }
   return d;
  };
  ModelReadyRequest.prototype.toJSON = function() {
   return ModelReadyRequest.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ModelReadyRequest;
 })();
 inference.ModelReadyResponse = (function() {
  const ModelReadyResponse = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelReadyResponse.prototype.ready = false;
  ModelReadyResponse.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.ready != null && $Object.hasOwnProperty.call(m, "ready") && m.ready !== false)
    w.uint32(/* id 1, wireType 0 =*/8).bool(m.ready);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelReadyResponse.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelReadyResponse();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 0)
       break;
      if (v = r.bool())
       m.ready = v;
      else
       delete m.ready;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelReadyResponse.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelReadyResponse)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelReadyResponse: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelReadyResponse();
   if (d.ready != null) {
    if (d.ready) {
     m.ready = $Boolean(d.ready);
    }
   }
   return m;
  };
  ModelReadyResponse.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.ready = false;
   }
   if (m.ready != null && $Object.hasOwnProperty.call(m, "ready")) {
    d.ready = m.ready;
   }
   return d;
  };
  ModelReadyResponse.prototype.toJSON = function() {
   return ModelReadyResponse.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ModelReadyResponse;
 })();
 inference.ServerMetadataRequest = (function() {
  const ServerMetadataRequest = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ServerMetadataRequest.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ServerMetadataRequest.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ServerMetadataRequest();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    r.skipType(t & 7, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ServerMetadataRequest.fromObject = function (d, q) {
   if (d instanceof $root.inference.ServerMetadataRequest)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ServerMetadataRequest: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   return new $root.inference.ServerMetadataRequest();
  };
  ServerMetadataRequest.toObject = function () {
   return {};
  };
  ServerMetadataRequest.prototype.toJSON = function() {
   return ServerMetadataRequest.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ServerMetadataRequest;
 })();
 inference.ServerMetadataResponse = (function() {
  const ServerMetadataResponse = function (p) {
   this.extensions = [];
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ServerMetadataResponse.prototype.name = "";
  ServerMetadataResponse.prototype.version = "";
  ServerMetadataResponse.prototype.extensions = $util.emptyArray;
  ServerMetadataResponse.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
   if (m.version != null && $Object.hasOwnProperty.call(m, "version") && m.version !== "")
    w.uint32(/* id 2, wireType 2 =*/18).string(m.version);
   if (m.extensions != null && m.extensions.length) {
    for (var i = 0; i < m.extensions.length; ++i)
     w.uint32(/* id 3, wireType 2 =*/26).string(m.extensions[i]);
   }
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ServerMetadataResponse.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ServerMetadataResponse();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.name = v;
      else
       delete m.name;
      continue;
     }
    case 2: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.version = v;
      else
       delete m.version;
      continue;
     }
    case 3: {
      if (u !== 2)
       break;
      if (!(m.extensions && m.extensions.length))
       m.extensions = [];
      m.extensions.push(r.stringVerify());
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ServerMetadataResponse.fromObject = function (d, q) {
   if (d instanceof $root.inference.ServerMetadataResponse)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ServerMetadataResponse: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ServerMetadataResponse();
   if (d.name != null) {
    if (typeof d.name !== "string" || d.name.length) {
     m.name = $String(d.name);
    }
   }
   if (d.version != null) {
    if (typeof d.version !== "string" || d.version.length) {
     m.version = $String(d.version);
    }
   }
   if (d.extensions) {
    if (!$Array.isArray(d.extensions))
     throw $TypeError(".inference.ServerMetadataResponse.extensions: array expected");
    m.extensions = $Array(d.extensions.length);
    for (var i = 0; i < d.extensions.length; ++i) {
     m.extensions[i] = $String(d.extensions[i]);
    }
   }
   return m;
  };
  ServerMetadataResponse.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.arrays || o.defaults) {
    d.extensions = [];
   }
   if (o.defaults) {
    d.name = "";
    d.version = "";
   }
   if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
    d.name = m.name;
   }
   if (m.version != null && $Object.hasOwnProperty.call(m, "version")) {
    d.version = m.version;
   }
   if (m.extensions && m.extensions.length) {
    d.extensions = $Array(m.extensions.length);
    for (var j = 0; j < m.extensions.length; ++j) {
     d.extensions[j] = m.extensions[j];
    }
   }
   return d;
  };
  ServerMetadataResponse.prototype.toJSON = function() {
   return ServerMetadataResponse.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ServerMetadataResponse;
 })();
 inference.ModelMetadataRequest = (function() {
  const ModelMetadataRequest = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelMetadataRequest.prototype.name = "";
  ModelMetadataRequest.prototype.version = "";
  ModelMetadataRequest.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
   if (m.version != null && $Object.hasOwnProperty.call(m, "version") && m.version !== "")
    w.uint32(/* id 2, wireType 2 =*/18).string(m.version);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelMetadataRequest.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelMetadataRequest();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.name = v;
      else
       delete m.name;
      continue;
     }
    case 2: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.version = v;
      else
       delete m.version;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelMetadataRequest.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelMetadataRequest)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelMetadataRequest: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelMetadataRequest();
   if (d.name != null) {
    if (typeof d.name !== "string" || d.name.length) {
     m.name = $String(d.name);
    }
   }
   if (d.version != null) {
    if (typeof d.version !== "string" || d.version.length) {
     m.version = $String(d.version);
    }
   }
   return m;
  };
  ModelMetadataRequest.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.name = "";
    d.version = "";
   }
   if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
    d.name = m.name;
   }
   if (m.version != null && $Object.hasOwnProperty.call(m, "version")) {
    d.version = m.version;
   }
   return d;
  };
  ModelMetadataRequest.prototype.toJSON = function() {
   return ModelMetadataRequest.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ModelMetadataRequest;
 })();
 inference.ModelMetadataResponse = (function() {
  const ModelMetadataResponse = function (p) {
   this.versions = [];
   this.inputs = [];
   this.outputs = [];
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelMetadataResponse.prototype.name = "";
  ModelMetadataResponse.prototype.versions = $util.emptyArray;
  ModelMetadataResponse.prototype.platform = "";
  ModelMetadataResponse.prototype.inputs = $util.emptyArray;
  ModelMetadataResponse.prototype.outputs = $util.emptyArray;
  ModelMetadataResponse.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
   if (m.versions != null && m.versions.length) {
    for (var i = 0; i < m.versions.length; ++i)
     w.uint32(/* id 2, wireType 2 =*/18).string(m.versions[i]);
   }
   if (m.platform != null && $Object.hasOwnProperty.call(m, "platform") && m.platform !== "")
    w.uint32(/* id 3, wireType 2 =*/26).string(m.platform);
   if (m.inputs != null && m.inputs.length) {
    for (var i = 0; i < m.inputs.length; ++i)
     $root.inference.ModelMetadataResponse.TensorMetadata.encode(m.inputs[i], w.uint32(/* id 4, wireType 2 =*/34).fork(), q + 1).ldelim();
   }
   if (m.outputs != null && m.outputs.length) {
    for (var i = 0; i < m.outputs.length; ++i)
     $root.inference.ModelMetadataResponse.TensorMetadata.encode(m.outputs[i], w.uint32(/* id 5, wireType 2 =*/42).fork(), q + 1).ldelim();
   }
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelMetadataResponse.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelMetadataResponse();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.name = v;
      else
       delete m.name;
      continue;
     }
    case 2: {
      if (u !== 2)
       break;
      if (!(m.versions && m.versions.length))
       m.versions = [];
      m.versions.push(r.stringVerify());
      continue;
     }
    case 3: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.platform = v;
      else
       delete m.platform;
      continue;
     }
    case 4: {
      if (u !== 2)
       break;
      if (!(m.inputs && m.inputs.length))
       m.inputs = [];
      m.inputs.push($root.inference.ModelMetadataResponse.TensorMetadata.decode(r, r.size(), $undefined, q + 1));
      continue;
     }
    case 5: {
      if (u !== 2)
       break;
      if (!(m.outputs && m.outputs.length))
       m.outputs = [];
      m.outputs.push($root.inference.ModelMetadataResponse.TensorMetadata.decode(r, r.size(), $undefined, q + 1));
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelMetadataResponse.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelMetadataResponse)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelMetadataResponse: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelMetadataResponse();
   if (d.name != null) {
    if (typeof d.name !== "string" || d.name.length) {
     m.name = $String(d.name);
    }
   }
   if (d.versions) {
    if (!$Array.isArray(d.versions))
     throw $TypeError(".inference.ModelMetadataResponse.versions: array expected");
    m.versions = $Array(d.versions.length);
    for (var i = 0; i < d.versions.length; ++i) {
     m.versions[i] = $String(d.versions[i]);
    }
   }
   if (d.platform != null) {
    if (typeof d.platform !== "string" || d.platform.length) {
     m.platform = $String(d.platform);
    }
   }
   if (d.inputs) {
    if (!$Array.isArray(d.inputs))
     throw $TypeError(".inference.ModelMetadataResponse.inputs: array expected");
    m.inputs = $Array(d.inputs.length);
    for (var i = 0; i < d.inputs.length; ++i) {
     if (!$util.isObject(d.inputs[i]))
      throw $TypeError(".inference.ModelMetadataResponse.inputs: object expected");
     m.inputs[i] = $root.inference.ModelMetadataResponse.TensorMetadata.fromObject(d.inputs[i], q + 1);
    }
   }
   if (d.outputs) {
    if (!$Array.isArray(d.outputs))
     throw $TypeError(".inference.ModelMetadataResponse.outputs: array expected");
    m.outputs = $Array(d.outputs.length);
    for (var i = 0; i < d.outputs.length; ++i) {
     if (!$util.isObject(d.outputs[i]))
      throw $TypeError(".inference.ModelMetadataResponse.outputs: object expected");
     m.outputs[i] = $root.inference.ModelMetadataResponse.TensorMetadata.fromObject(d.outputs[i], q + 1);
    }
   }
   return m;
  };
  ModelMetadataResponse.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.arrays || o.defaults) {
    d.versions = [];
    d.inputs = [];
    d.outputs = [];
   }
   if (o.defaults) {
    d.name = "";
    d.platform = "";
   }
   if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
    d.name = m.name;
   }
   if (m.versions && m.versions.length) {
    d.versions = $Array(m.versions.length);
    for (var j = 0; j < m.versions.length; ++j) {
     d.versions[j] = m.versions[j];
    }
   }
   if (m.platform != null && $Object.hasOwnProperty.call(m, "platform")) {
    d.platform = m.platform;
   }
   if (m.inputs && m.inputs.length) {
    d.inputs = $Array(m.inputs.length);
    for (var j = 0; j < m.inputs.length; ++j) {
     d.inputs[j] = $root.inference.ModelMetadataResponse.TensorMetadata.toObject(m.inputs[j], o, q + 1);
    }
   }
   if (m.outputs && m.outputs.length) {
    d.outputs = $Array(m.outputs.length);
    for (var j = 0; j < m.outputs.length; ++j) {
     d.outputs[j] = $root.inference.ModelMetadataResponse.TensorMetadata.toObject(m.outputs[j], o, q + 1);
    }
   }
   return d;
  };
  ModelMetadataResponse.prototype.toJSON = function() {
   return ModelMetadataResponse.toObject(this, $protobuf.util.toJSONOptions);
  };
  ModelMetadataResponse.TensorMetadata = (function() {
   const TensorMetadata = function (p) {
    this.shape = [];
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   TensorMetadata.prototype.name = "";
   TensorMetadata.prototype.datatype = "";
   TensorMetadata.prototype.shape = $util.emptyArray;
   TensorMetadata.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
     w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
    if (m.datatype != null && $Object.hasOwnProperty.call(m, "datatype") && m.datatype !== "")
     w.uint32(/* id 2, wireType 2 =*/18).string(m.datatype);
    if (m.shape != null && m.shape.length) {
     w.uint32(/* id 3, wireType 2 =*/26).int64s(m.shape);
    }
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   TensorMetadata.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelMetadataResponse.TensorMetadata();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 2)
        break;
       if ((v = r.stringVerify()).length)
        m.name = v;
       else
        delete m.name;
       continue;
      }
     case 2: {
       if (u !== 2)
        break;
       if ((v = r.stringVerify()).length)
        m.datatype = v;
       else
        delete m.datatype;
       continue;
      }
     case 3: {
       if (u === 2) {
        if (!(m.shape && m.shape.length))
         m.shape = [];
        r.int64s(m.shape);
        continue;
       }
       if (u !== 0)
        break;
       if (!(m.shape && m.shape.length))
        m.shape = [];
       m.shape.push(r.int64());
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   TensorMetadata.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelMetadataResponse.TensorMetadata)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelMetadataResponse.TensorMetadata: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.ModelMetadataResponse.TensorMetadata();
    if (d.name != null) {
     if (typeof d.name !== "string" || d.name.length) {
      m.name = $String(d.name);
     }
    }
    if (d.datatype != null) {
     if (typeof d.datatype !== "string" || d.datatype.length) {
      m.datatype = $String(d.datatype);
     }
    }
    if (d.shape) {
     if (!$Array.isArray(d.shape))
      throw $TypeError(".inference.ModelMetadataResponse.TensorMetadata.shape: array expected");
     m.shape = $Array(d.shape.length);
     for (var i = 0; i < d.shape.length; ++i) {
      if ($util.Long)
       m.shape[i] = $util.Long.fromValue(d.shape[i], false);
      else if (typeof d.shape[i] === "string")
       m.shape[i] = $parseInt(d.shape[i], 10);
      else if (typeof d.shape[i] === "number")
       m.shape[i] = d.shape[i];
      else if (typeof d.shape[i] === "object")
       m.shape[i] = new $util.LongBits(d.shape[i].low >>> 0, d.shape[i].high >>> 0).toNumber();
     }
    }
    return m;
   };
   TensorMetadata.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.arrays || o.defaults) {
     d.shape = [];
    }
    if (o.defaults) {
     d.name = "";
     d.datatype = "";
    }
    if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
     d.name = m.name;
    }
    if (m.datatype != null && $Object.hasOwnProperty.call(m, "datatype")) {
     d.datatype = m.datatype;
    }
    if (m.shape && m.shape.length) {
     d.shape = $Array(m.shape.length);
     for (var j = 0; j < m.shape.length; ++j) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.shape[j] = typeof m.shape[j] === "number" ? $BigInt(m.shape[j]) : $util.Long.fromBits(m.shape[j].low >>> 0, m.shape[j].high >>> 0, false).toBigInt();
      else if (typeof m.shape[j] === "number")
       d.shape[j] = o.longs === $String ? $String(m.shape[j]) : m.shape[j];
      else
       d.shape[j] = o.longs === $String ? $util.Long.prototype.toString.call(m.shape[j]) : o.longs === $Number ? new $util.LongBits(m.shape[j].low >>> 0, m.shape[j].high >>> 0).toNumber() : m.shape[j];
     }
    }
    return d;
   };
   TensorMetadata.prototype.toJSON = function() {
    return TensorMetadata.toObject(this, $protobuf.util.toJSONOptions);
   };
   return TensorMetadata;
  })();
  return ModelMetadataResponse;
 })();
 inference.InferParameter = (function() {
  const InferParameter = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  InferParameter.prototype.bool_param = null;
  InferParameter.prototype.int64_param = null;
  InferParameter.prototype.string_param = null;
  InferParameter.prototype.double_param = null;
  InferParameter.prototype.uint64_param = null;
  // OneOf field names bound to virtual getters and setters
  let $oneOfFields;
  $Object.defineProperty(InferParameter.prototype, "parameter_choice", {
   get: $util.oneOfGetter($oneOfFields = ["bool_param", "int64_param", "string_param", "double_param", "uint64_param"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  InferParameter.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.bool_param != null && $Object.hasOwnProperty.call(m, "bool_param"))
    w.uint32(/* id 1, wireType 0 =*/8).bool(m.bool_param);
   if (m.int64_param != null && $Object.hasOwnProperty.call(m, "int64_param"))
    w.uint32(/* id 2, wireType 0 =*/16).int64(m.int64_param);
   if (m.string_param != null && $Object.hasOwnProperty.call(m, "string_param"))
    w.uint32(/* id 3, wireType 2 =*/26).string(m.string_param);
   if (m.double_param != null && $Object.hasOwnProperty.call(m, "double_param"))
    w.uint32(/* id 4, wireType 1 =*/33).double(m.double_param);
   if (m.uint64_param != null && $Object.hasOwnProperty.call(m, "uint64_param"))
    w.uint32(/* id 5, wireType 0 =*/40).uint64(m.uint64_param);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  InferParameter.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.InferParameter();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 0)
       break;
      m.bool_param = r.bool();
      m.parameter_choice = "bool_param";
      continue;
     }
    case 2: {
      if (u !== 0)
       break;
      m.int64_param = r.int64();
      m.parameter_choice = "int64_param";
      continue;
     }
    case 3: {
      if (u !== 2)
       break;
      m.string_param = r.stringVerify();
      m.parameter_choice = "string_param";
      continue;
     }
    case 4: {
      if (u !== 1)
       break;
      m.double_param = r.double();
      m.parameter_choice = "double_param";
      continue;
     }
    case 5: {
      if (u !== 0)
       break;
      m.uint64_param = r.uint64();
      m.parameter_choice = "uint64_param";
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  InferParameter.fromObject = function (d, q) {
   if (d instanceof $root.inference.InferParameter)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.InferParameter: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.InferParameter();
   if (d.bool_param != null) {
    m.bool_param = $Boolean(d.bool_param);
   }
   if (d.int64_param != null) {
    if ($util.Long)
     m.int64_param = $util.Long.fromValue(d.int64_param, false);
    else if (typeof d.int64_param === "string")
     m.int64_param = $parseInt(d.int64_param, 10);
    else if (typeof d.int64_param === "number")
     m.int64_param = d.int64_param;
    else if (typeof d.int64_param === "object")
     m.int64_param = new $util.LongBits(d.int64_param.low >>> 0, d.int64_param.high >>> 0).toNumber();
   }
   if (d.string_param != null) {
    m.string_param = $String(d.string_param);
   }
   if (d.double_param != null) {
    m.double_param = $Number(d.double_param);
   }
   if (d.uint64_param != null) {
    if ($util.Long)
     m.uint64_param = $util.Long.fromValue(d.uint64_param, true);
    else if (typeof d.uint64_param === "string")
     m.uint64_param = $parseInt(d.uint64_param, 10);
    else if (typeof d.uint64_param === "number")
     m.uint64_param = d.uint64_param;
    else if (typeof d.uint64_param === "object")
     m.uint64_param = new $util.LongBits(d.uint64_param.low >>> 0, d.uint64_param.high >>> 0).toNumber(true);
   }
   return m;
  };
  InferParameter.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (m.bool_param != null && $Object.hasOwnProperty.call(m, "bool_param")) {
    d.bool_param = m.bool_param;
    if (o.oneofs)
     d.parameter_choice = "bool_param";
   }
   if (m.int64_param != null && $Object.hasOwnProperty.call(m, "int64_param")) {
    if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
     d.int64_param = typeof m.int64_param === "number" ? $BigInt(m.int64_param) : $util.Long.fromBits(m.int64_param.low >>> 0, m.int64_param.high >>> 0, false).toBigInt();
    else if (typeof m.int64_param === "number")
     d.int64_param = o.longs === $String ? $String(m.int64_param) : m.int64_param;
    else
     d.int64_param = o.longs === $String ? $util.Long.prototype.toString.call(m.int64_param) : o.longs === $Number ? new $util.LongBits(m.int64_param.low >>> 0, m.int64_param.high >>> 0).toNumber() : m.int64_param;
    if (o.oneofs)
     d.parameter_choice = "int64_param";
   }
   if (m.string_param != null && $Object.hasOwnProperty.call(m, "string_param")) {
    d.string_param = m.string_param;
    if (o.oneofs)
     d.parameter_choice = "string_param";
   }
   if (m.double_param != null && $Object.hasOwnProperty.call(m, "double_param")) {
    d.double_param = o.json && !$isFinite(m.double_param) ? $String(m.double_param) : m.double_param;
    if (o.oneofs)
     d.parameter_choice = "double_param";
   }
   if (m.uint64_param != null && $Object.hasOwnProperty.call(m, "uint64_param")) {
    if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
     d.uint64_param = typeof m.uint64_param === "number" ? $BigInt(m.uint64_param) : $util.Long.fromBits(m.uint64_param.low >>> 0, m.uint64_param.high >>> 0, true).toBigInt();
    else if (typeof m.uint64_param === "number")
     d.uint64_param = o.longs === $String ? $String(m.uint64_param) : m.uint64_param;
    else
     d.uint64_param = o.longs === $String ? $util.Long.prototype.toString.call(m.uint64_param) : o.longs === $Number ? new $util.LongBits(m.uint64_param.low >>> 0, m.uint64_param.high >>> 0).toNumber(true) : m.uint64_param;
    if (o.oneofs)
     d.parameter_choice = "uint64_param";
   }
   return d;
  };
  InferParameter.prototype.toJSON = function() {
   return InferParameter.toObject(this, $protobuf.util.toJSONOptions);
  };
  return InferParameter;
 })();
 inference.InferTensorContents = (function() {
  const InferTensorContents = function (p) {
   this.bool_contents = [];
   this.int_contents = [];
   this.int64_contents = [];
   this.uint_contents = [];
   this.uint64_contents = [];
   this.fp32_contents = [];
   this.fp64_contents = [];
   this.bytes_contents = [];
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  InferTensorContents.prototype.bool_contents = $util.emptyArray;
  InferTensorContents.prototype.int_contents = $util.emptyArray;
  InferTensorContents.prototype.int64_contents = $util.emptyArray;
  InferTensorContents.prototype.uint_contents = $util.emptyArray;
  InferTensorContents.prototype.uint64_contents = $util.emptyArray;
  InferTensorContents.prototype.fp32_contents = $util.emptyArray;
  InferTensorContents.prototype.fp64_contents = $util.emptyArray;
  InferTensorContents.prototype.bytes_contents = $util.emptyArray;
  InferTensorContents.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.bool_contents != null && m.bool_contents.length) {
    w.uint32(/* id 1, wireType 2 =*/10).bools(m.bool_contents);
   }
   if (m.int_contents != null && m.int_contents.length) {
    w.uint32(/* id 2, wireType 2 =*/18).int32s(m.int_contents);
   }
   if (m.int64_contents != null && m.int64_contents.length) {
    w.uint32(/* id 3, wireType 2 =*/26).int64s(m.int64_contents);
   }
   if (m.uint_contents != null && m.uint_contents.length) {
    w.uint32(/* id 4, wireType 2 =*/34).uint32s(m.uint_contents);
   }
   if (m.uint64_contents != null && m.uint64_contents.length) {
    w.uint32(/* id 5, wireType 2 =*/42).uint64s(m.uint64_contents);
   }
   if (m.fp32_contents != null && m.fp32_contents.length) {
    w.uint32(/* id 6, wireType 2 =*/50).floats(m.fp32_contents);
   }
   if (m.fp64_contents != null && m.fp64_contents.length) {
    w.uint32(/* id 7, wireType 2 =*/58).doubles(m.fp64_contents);
   }
   if (m.bytes_contents != null && m.bytes_contents.length) {
    for (var i = 0; i < m.bytes_contents.length; ++i)
     w.uint32(/* id 8, wireType 2 =*/66).bytes(m.bytes_contents[i]);
   }
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  InferTensorContents.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.InferTensorContents();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u === 2) {
       if (!(m.bool_contents && m.bool_contents.length))
        m.bool_contents = [];
       r.bools(m.bool_contents);
       continue;
      }
      if (u !== 0)
       break;
      if (!(m.bool_contents && m.bool_contents.length))
       m.bool_contents = [];
      m.bool_contents.push(r.bool());
      continue;
     }
    case 2: {
      if (u === 2) {
       if (!(m.int_contents && m.int_contents.length))
        m.int_contents = [];
       r.int32s(m.int_contents);
       continue;
      }
      if (u !== 0)
       break;
      if (!(m.int_contents && m.int_contents.length))
       m.int_contents = [];
      m.int_contents.push(r.int32());
      continue;
     }
    case 3: {
      if (u === 2) {
       if (!(m.int64_contents && m.int64_contents.length))
        m.int64_contents = [];
       r.int64s(m.int64_contents);
       continue;
      }
      if (u !== 0)
       break;
      if (!(m.int64_contents && m.int64_contents.length))
       m.int64_contents = [];
      m.int64_contents.push(r.int64());
      continue;
     }
    case 4: {
      if (u === 2) {
       if (!(m.uint_contents && m.uint_contents.length))
        m.uint_contents = [];
       r.uint32s(m.uint_contents);
       continue;
      }
      if (u !== 0)
       break;
      if (!(m.uint_contents && m.uint_contents.length))
       m.uint_contents = [];
      m.uint_contents.push(r.uint32());
      continue;
     }
    case 5: {
      if (u === 2) {
       if (!(m.uint64_contents && m.uint64_contents.length))
        m.uint64_contents = [];
       r.uint64s(m.uint64_contents);
       continue;
      }
      if (u !== 0)
       break;
      if (!(m.uint64_contents && m.uint64_contents.length))
       m.uint64_contents = [];
      m.uint64_contents.push(r.uint64());
      continue;
     }
    case 6: {
      if (u === 2) {
       if (!(m.fp32_contents && m.fp32_contents.length))
        m.fp32_contents = [];
       r.floats(m.fp32_contents);
       continue;
      }
      if (u !== 5)
       break;
      if (!(m.fp32_contents && m.fp32_contents.length))
       m.fp32_contents = [];
      m.fp32_contents.push(r.float());
      continue;
     }
    case 7: {
      if (u === 2) {
       if (!(m.fp64_contents && m.fp64_contents.length))
        m.fp64_contents = [];
       r.doubles(m.fp64_contents);
       continue;
      }
      if (u !== 1)
       break;
      if (!(m.fp64_contents && m.fp64_contents.length))
       m.fp64_contents = [];
      m.fp64_contents.push(r.double());
      continue;
     }
    case 8: {
      if (u !== 2)
       break;
      if (!(m.bytes_contents && m.bytes_contents.length))
       m.bytes_contents = [];
      m.bytes_contents.push(r.bytes());
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  InferTensorContents.fromObject = function (d, q) {
   if (d instanceof $root.inference.InferTensorContents)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.InferTensorContents: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.InferTensorContents();
   if (d.bool_contents) {
    if (!$Array.isArray(d.bool_contents))
     throw $TypeError(".inference.InferTensorContents.bool_contents: array expected");
    m.bool_contents = $Array(d.bool_contents.length);
    for (var i = 0; i < d.bool_contents.length; ++i) {
     m.bool_contents[i] = $Boolean(d.bool_contents[i]);
    }
   }
   if (d.int_contents) {
    if (!$Array.isArray(d.int_contents))
     throw $TypeError(".inference.InferTensorContents.int_contents: array expected");
    m.int_contents = $Array(d.int_contents.length);
    for (var i = 0; i < d.int_contents.length; ++i) {
     m.int_contents[i] = d.int_contents[i] | 0;
    }
   }
   if (d.int64_contents) {
    if (!$Array.isArray(d.int64_contents))
     throw $TypeError(".inference.InferTensorContents.int64_contents: array expected");
    m.int64_contents = $Array(d.int64_contents.length);
    for (var i = 0; i < d.int64_contents.length; ++i) {
     if ($util.Long)
      m.int64_contents[i] = $util.Long.fromValue(d.int64_contents[i], false);
     else if (typeof d.int64_contents[i] === "string")
      m.int64_contents[i] = $parseInt(d.int64_contents[i], 10);
     else if (typeof d.int64_contents[i] === "number")
      m.int64_contents[i] = d.int64_contents[i];
     else if (typeof d.int64_contents[i] === "object")
      m.int64_contents[i] = new $util.LongBits(d.int64_contents[i].low >>> 0, d.int64_contents[i].high >>> 0).toNumber();
    }
   }
   if (d.uint_contents) {
    if (!$Array.isArray(d.uint_contents))
     throw $TypeError(".inference.InferTensorContents.uint_contents: array expected");
    m.uint_contents = $Array(d.uint_contents.length);
    for (var i = 0; i < d.uint_contents.length; ++i) {
     m.uint_contents[i] = d.uint_contents[i] >>> 0;
    }
   }
   if (d.uint64_contents) {
    if (!$Array.isArray(d.uint64_contents))
     throw $TypeError(".inference.InferTensorContents.uint64_contents: array expected");
    m.uint64_contents = $Array(d.uint64_contents.length);
    for (var i = 0; i < d.uint64_contents.length; ++i) {
     if ($util.Long)
      m.uint64_contents[i] = $util.Long.fromValue(d.uint64_contents[i], true);
     else if (typeof d.uint64_contents[i] === "string")
      m.uint64_contents[i] = $parseInt(d.uint64_contents[i], 10);
     else if (typeof d.uint64_contents[i] === "number")
      m.uint64_contents[i] = d.uint64_contents[i];
     else if (typeof d.uint64_contents[i] === "object")
      m.uint64_contents[i] = new $util.LongBits(d.uint64_contents[i].low >>> 0, d.uint64_contents[i].high >>> 0).toNumber(true);
    }
   }
   if (d.fp32_contents) {
    if (!$Array.isArray(d.fp32_contents))
     throw $TypeError(".inference.InferTensorContents.fp32_contents: array expected");
    m.fp32_contents = $Array(d.fp32_contents.length);
    for (var i = 0; i < d.fp32_contents.length; ++i) {
     m.fp32_contents[i] = $Number(d.fp32_contents[i]);
    }
   }
   if (d.fp64_contents) {
    if (!$Array.isArray(d.fp64_contents))
     throw $TypeError(".inference.InferTensorContents.fp64_contents: array expected");
    m.fp64_contents = $Array(d.fp64_contents.length);
    for (var i = 0; i < d.fp64_contents.length; ++i) {
     m.fp64_contents[i] = $Number(d.fp64_contents[i]);
    }
   }
   if (d.bytes_contents) {
    if (!$Array.isArray(d.bytes_contents))
     throw $TypeError(".inference.InferTensorContents.bytes_contents: array expected");
    m.bytes_contents = $Array(d.bytes_contents.length);
    for (var i = 0; i < d.bytes_contents.length; ++i) {
     if (typeof d.bytes_contents[i] === "string")
      $util.base64.decode(d.bytes_contents[i], m.bytes_contents[i] = $util.newBuffer($util.base64.length(d.bytes_contents[i])), 0);
     else if (d.bytes_contents[i].length >= 0)
      m.bytes_contents[i] = d.bytes_contents[i];
    }
   }
   return m;
  };
  InferTensorContents.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.arrays || o.defaults) {
    d.bool_contents = [];
    d.int_contents = [];
    d.int64_contents = [];
    d.uint_contents = [];
    d.uint64_contents = [];
    d.fp32_contents = [];
    d.fp64_contents = [];
    d.bytes_contents = [];
   }
   if (m.bool_contents && m.bool_contents.length) {
    d.bool_contents = $Array(m.bool_contents.length);
    for (var j = 0; j < m.bool_contents.length; ++j) {
     d.bool_contents[j] = m.bool_contents[j];
    }
   }
   if (m.int_contents && m.int_contents.length) {
    d.int_contents = $Array(m.int_contents.length);
    for (var j = 0; j < m.int_contents.length; ++j) {
     d.int_contents[j] = m.int_contents[j];
    }
   }
   if (m.int64_contents && m.int64_contents.length) {
    d.int64_contents = $Array(m.int64_contents.length);
    for (var j = 0; j < m.int64_contents.length; ++j) {
     if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
      d.int64_contents[j] = typeof m.int64_contents[j] === "number" ? $BigInt(m.int64_contents[j]) : $util.Long.fromBits(m.int64_contents[j].low >>> 0, m.int64_contents[j].high >>> 0, false).toBigInt();
     else if (typeof m.int64_contents[j] === "number")
      d.int64_contents[j] = o.longs === $String ? $String(m.int64_contents[j]) : m.int64_contents[j];
     else
      d.int64_contents[j] = o.longs === $String ? $util.Long.prototype.toString.call(m.int64_contents[j]) : o.longs === $Number ? new $util.LongBits(m.int64_contents[j].low >>> 0, m.int64_contents[j].high >>> 0).toNumber() : m.int64_contents[j];
    }
   }
   if (m.uint_contents && m.uint_contents.length) {
    d.uint_contents = $Array(m.uint_contents.length);
    for (var j = 0; j < m.uint_contents.length; ++j) {
     d.uint_contents[j] = m.uint_contents[j];
    }
   }
   if (m.uint64_contents && m.uint64_contents.length) {
    d.uint64_contents = $Array(m.uint64_contents.length);
    for (var j = 0; j < m.uint64_contents.length; ++j) {
     if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
      d.uint64_contents[j] = typeof m.uint64_contents[j] === "number" ? $BigInt(m.uint64_contents[j]) : $util.Long.fromBits(m.uint64_contents[j].low >>> 0, m.uint64_contents[j].high >>> 0, true).toBigInt();
     else if (typeof m.uint64_contents[j] === "number")
      d.uint64_contents[j] = o.longs === $String ? $String(m.uint64_contents[j]) : m.uint64_contents[j];
     else
      d.uint64_contents[j] = o.longs === $String ? $util.Long.prototype.toString.call(m.uint64_contents[j]) : o.longs === $Number ? new $util.LongBits(m.uint64_contents[j].low >>> 0, m.uint64_contents[j].high >>> 0).toNumber(true) : m.uint64_contents[j];
    }
   }
   if (m.fp32_contents && m.fp32_contents.length) {
    d.fp32_contents = $Array(m.fp32_contents.length);
    for (var j = 0; j < m.fp32_contents.length; ++j) {
     d.fp32_contents[j] = o.json && !$isFinite(m.fp32_contents[j]) ? $String(m.fp32_contents[j]) : m.fp32_contents[j];
    }
   }
   if (m.fp64_contents && m.fp64_contents.length) {
    d.fp64_contents = $Array(m.fp64_contents.length);
    for (var j = 0; j < m.fp64_contents.length; ++j) {
     d.fp64_contents[j] = o.json && !$isFinite(m.fp64_contents[j]) ? $String(m.fp64_contents[j]) : m.fp64_contents[j];
    }
   }
   if (m.bytes_contents && m.bytes_contents.length) {
    d.bytes_contents = $Array(m.bytes_contents.length);
    for (var j = 0; j < m.bytes_contents.length; ++j) {
     d.bytes_contents[j] = o.bytes === $String ? $util.base64.encode(m.bytes_contents[j], 0, m.bytes_contents[j].length) : o.bytes === $Array ? $Array.prototype.slice.call(m.bytes_contents[j]) : m.bytes_contents[j];
    }
   }
   return d;
  };
  InferTensorContents.prototype.toJSON = function() {
   return InferTensorContents.toObject(this, $protobuf.util.toJSONOptions);
  };
  return InferTensorContents;
 })();
 inference.ModelInferRequest = (function() {
  const ModelInferRequest = function (p) {
   this.parameters = {};
   this.inputs = [];
   this.outputs = [];
   this.raw_input_contents = [];
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelInferRequest.prototype.model_name = "";
  ModelInferRequest.prototype.model_version = "";
  ModelInferRequest.prototype.id = "";
  ModelInferRequest.prototype.parameters = $util.emptyObject;
  ModelInferRequest.prototype.inputs = $util.emptyArray;
  ModelInferRequest.prototype.outputs = $util.emptyArray;
  ModelInferRequest.prototype.raw_input_contents = $util.emptyArray;
  ModelInferRequest.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.model_name != null && $Object.hasOwnProperty.call(m, "model_name") && m.model_name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.model_name);
   if (m.model_version != null && $Object.hasOwnProperty.call(m, "model_version") && m.model_version !== "")
    w.uint32(/* id 2, wireType 2 =*/18).string(m.model_version);
   if (m.id != null && $Object.hasOwnProperty.call(m, "id") && m.id !== "")
    w.uint32(/* id 3, wireType 2 =*/26).string(m.id);
   if (m.parameters != null && $Object.hasOwnProperty.call(m, "parameters")) {
    for (var ks = $Object.keys(m.parameters), i = 0; i < ks.length; ++i) {
     w.uint32(/* id 4, wireType 2 =*/34).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]);
     $root.inference.InferParameter.encode(m.parameters[ks[i]], w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
    }
   }
   if (m.inputs != null && m.inputs.length) {
    for (var i = 0; i < m.inputs.length; ++i)
     $root.inference.ModelInferRequest.InferInputTensor.encode(m.inputs[i], w.uint32(/* id 5, wireType 2 =*/42).fork(), q + 1).ldelim();
   }
   if (m.outputs != null && m.outputs.length) {
    for (var i = 0; i < m.outputs.length; ++i)
     $root.inference.ModelInferRequest.InferRequestedOutputTensor.encode(m.outputs[i], w.uint32(/* id 6, wireType 2 =*/50).fork(), q + 1).ldelim();
   }
   if (m.raw_input_contents != null && m.raw_input_contents.length) {
    for (var i = 0; i < m.raw_input_contents.length; ++i)
     w.uint32(/* id 7, wireType 2 =*/58).bytes(m.raw_input_contents[i]);
   }
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelInferRequest.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, k, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelInferRequest();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.model_name = v;
      else
       delete m.model_name;
      continue;
     }
    case 2: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.model_version = v;
      else
       delete m.model_version;
      continue;
     }
    case 3: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.id = v;
      else
       delete m.id;
      continue;
     }
    case 4: {
      if (u !== 2)
       break;
      if (m.parameters === $util.emptyObject)
       m.parameters = {};
      var c2 = r.size() + r.pos;
      if (c2 > r.len)
       throw $RangeError("index out of range");
      r.len = c2;
      k = "";
      v = null;
      while (r.pos < c2) {
       var t2 = r.tag();
       u = t2 & 7;
       switch (t2 >>>= 3) {
       case 1:
        if (u !== 2)
         break;
        k = r.stringVerify();
        continue;
       case 2:
        if (u !== 2)
         break;
        v = $root.inference.InferParameter.decode(r, r.size(), $undefined, q + 1, v);
        continue;
       }
       r.skipType(u, q, t2);
      }
      if (r.pos !== c2)
       throw $RangeError("index out of range");
      r.len = c;
      if (k === "__proto__")
       $util.makeProp(m.parameters, k);
      m.parameters[k] = v || new $root.inference.InferParameter();
      continue;
     }
    case 5: {
      if (u !== 2)
       break;
      if (!(m.inputs && m.inputs.length))
       m.inputs = [];
      m.inputs.push($root.inference.ModelInferRequest.InferInputTensor.decode(r, r.size(), $undefined, q + 1));
      continue;
     }
    case 6: {
      if (u !== 2)
       break;
      if (!(m.outputs && m.outputs.length))
       m.outputs = [];
      m.outputs.push($root.inference.ModelInferRequest.InferRequestedOutputTensor.decode(r, r.size(), $undefined, q + 1));
      continue;
     }
    case 7: {
      if (u !== 2)
       break;
      if (!(m.raw_input_contents && m.raw_input_contents.length))
       m.raw_input_contents = [];
      m.raw_input_contents.push(r.bytes());
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelInferRequest.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelInferRequest)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelInferRequest: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelInferRequest();
   if (d.model_name != null) {
    if (typeof d.model_name !== "string" || d.model_name.length) {
     m.model_name = $String(d.model_name);
    }
   }
   if (d.model_version != null) {
    if (typeof d.model_version !== "string" || d.model_version.length) {
     m.model_version = $String(d.model_version);
    }
   }
   if (d.id != null) {
    if (typeof d.id !== "string" || d.id.length) {
     m.id = $String(d.id);
    }
   }
   if (d.parameters) {
    if (!$util.isObject(d.parameters))
     throw $TypeError(".inference.ModelInferRequest.parameters: object expected");
    m.parameters = {};
    for (var ks = $Object.keys(d.parameters), i = 0; i < ks.length; ++i) {
     if (ks[i] === "__proto__")
      $util.makeProp(m.parameters, ks[i]);
     if (!$util.isObject(d.parameters[ks[i]]))
      throw $TypeError(".inference.ModelInferRequest.parameters: object expected");
     m.parameters[ks[i]] = $root.inference.InferParameter.fromObject(d.parameters[ks[i]], q + 1);
    }
   }
   if (d.inputs) {
    if (!$Array.isArray(d.inputs))
     throw $TypeError(".inference.ModelInferRequest.inputs: array expected");
    m.inputs = $Array(d.inputs.length);
    for (var i = 0; i < d.inputs.length; ++i) {
     if (!$util.isObject(d.inputs[i]))
      throw $TypeError(".inference.ModelInferRequest.inputs: object expected");
     m.inputs[i] = $root.inference.ModelInferRequest.InferInputTensor.fromObject(d.inputs[i], q + 1);
    }
   }
   if (d.outputs) {
    if (!$Array.isArray(d.outputs))
     throw $TypeError(".inference.ModelInferRequest.outputs: array expected");
    m.outputs = $Array(d.outputs.length);
    for (var i = 0; i < d.outputs.length; ++i) {
     if (!$util.isObject(d.outputs[i]))
      throw $TypeError(".inference.ModelInferRequest.outputs: object expected");
     m.outputs[i] = $root.inference.ModelInferRequest.InferRequestedOutputTensor.fromObject(d.outputs[i], q + 1);
    }
   }
   if (d.raw_input_contents) {
    if (!$Array.isArray(d.raw_input_contents))
     throw $TypeError(".inference.ModelInferRequest.raw_input_contents: array expected");
    m.raw_input_contents = $Array(d.raw_input_contents.length);
    for (var i = 0; i < d.raw_input_contents.length; ++i) {
     if (typeof d.raw_input_contents[i] === "string")
      $util.base64.decode(d.raw_input_contents[i], m.raw_input_contents[i] = $util.newBuffer($util.base64.length(d.raw_input_contents[i])), 0);
     else if (d.raw_input_contents[i].length >= 0)
      m.raw_input_contents[i] = d.raw_input_contents[i];
    }
   }
   return m;
  };
  ModelInferRequest.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.arrays || o.defaults) {
    d.inputs = [];
    d.outputs = [];
    d.raw_input_contents = [];
   }
   if (o.objects || o.defaults) {
    d.parameters = {};
   }
   if (o.defaults) {
    d.model_name = "";
    d.model_version = "";
    d.id = "";
   }
   if (m.model_name != null && $Object.hasOwnProperty.call(m, "model_name")) {
    d.model_name = m.model_name;
   }
   if (m.model_version != null && $Object.hasOwnProperty.call(m, "model_version")) {
    d.model_version = m.model_version;
   }
   if (m.id != null && $Object.hasOwnProperty.call(m, "id")) {
    d.id = m.id;
   }
   var ks2;
   if (m.parameters && (ks2 = $Object.keys(m.parameters)).length) {
    d.parameters = {};
    for (var j = 0; j < ks2.length; ++j) {
     if (ks2[j] === "__proto__")
      $util.makeProp(d.parameters, ks2[j]);
     d.parameters[ks2[j]] = $root.inference.InferParameter.toObject(m.parameters[ks2[j]], o, q + 1);
    }
   }
   if (m.inputs && m.inputs.length) {
    d.inputs = $Array(m.inputs.length);
    for (var j = 0; j < m.inputs.length; ++j) {
     d.inputs[j] = $root.inference.ModelInferRequest.InferInputTensor.toObject(m.inputs[j], o, q + 1);
    }
   }
   if (m.outputs && m.outputs.length) {
    d.outputs = $Array(m.outputs.length);
    for (var j = 0; j < m.outputs.length; ++j) {
     d.outputs[j] = $root.inference.ModelInferRequest.InferRequestedOutputTensor.toObject(m.outputs[j], o, q + 1);
    }
   }
   if (m.raw_input_contents && m.raw_input_contents.length) {
    d.raw_input_contents = $Array(m.raw_input_contents.length);
    for (var j = 0; j < m.raw_input_contents.length; ++j) {
     d.raw_input_contents[j] = o.bytes === $String ? $util.base64.encode(m.raw_input_contents[j], 0, m.raw_input_contents[j].length) : o.bytes === $Array ? $Array.prototype.slice.call(m.raw_input_contents[j]) : m.raw_input_contents[j];
    }
   }
   return d;
  };
  ModelInferRequest.prototype.toJSON = function() {
   return ModelInferRequest.toObject(this, $protobuf.util.toJSONOptions);
  };
  ModelInferRequest.InferInputTensor = (function() {
   const InferInputTensor = function (p) {
    this.shape = [];
    this.parameters = {};
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   InferInputTensor.prototype.name = "";
   InferInputTensor.prototype.datatype = "";
   InferInputTensor.prototype.shape = $util.emptyArray;
   InferInputTensor.prototype.parameters = $util.emptyObject;
   InferInputTensor.prototype.contents = null;
   InferInputTensor.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
     w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
    if (m.datatype != null && $Object.hasOwnProperty.call(m, "datatype") && m.datatype !== "")
     w.uint32(/* id 2, wireType 2 =*/18).string(m.datatype);
    if (m.shape != null && m.shape.length) {
     w.uint32(/* id 3, wireType 2 =*/26).int64s(m.shape);
    }
    if (m.parameters != null && $Object.hasOwnProperty.call(m, "parameters")) {
     for (var ks = $Object.keys(m.parameters), i = 0; i < ks.length; ++i) {
      w.uint32(/* id 4, wireType 2 =*/34).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]);
      $root.inference.InferParameter.encode(m.parameters[ks[i]], w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
     }
    }
    if (m.contents != null && $Object.hasOwnProperty.call(m, "contents"))
     $root.inference.InferTensorContents.encode(m.contents, w.uint32(/* id 5, wireType 2 =*/42).fork(), q + 1).ldelim();
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   InferInputTensor.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, k, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelInferRequest.InferInputTensor();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 2)
        break;
       if ((v = r.stringVerify()).length)
        m.name = v;
       else
        delete m.name;
       continue;
      }
     case 2: {
       if (u !== 2)
        break;
       if ((v = r.stringVerify()).length)
        m.datatype = v;
       else
        delete m.datatype;
       continue;
      }
     case 3: {
       if (u === 2) {
        if (!(m.shape && m.shape.length))
         m.shape = [];
        r.int64s(m.shape);
        continue;
       }
       if (u !== 0)
        break;
       if (!(m.shape && m.shape.length))
        m.shape = [];
       m.shape.push(r.int64());
       continue;
      }
     case 4: {
       if (u !== 2)
        break;
       if (m.parameters === $util.emptyObject)
        m.parameters = {};
       var c2 = r.size() + r.pos;
       if (c2 > r.len)
        throw $RangeError("index out of range");
       r.len = c2;
       k = "";
       v = null;
       while (r.pos < c2) {
        var t2 = r.tag();
        u = t2 & 7;
        switch (t2 >>>= 3) {
        case 1:
         if (u !== 2)
          break;
         k = r.stringVerify();
         continue;
        case 2:
         if (u !== 2)
          break;
         v = $root.inference.InferParameter.decode(r, r.size(), $undefined, q + 1, v);
         continue;
        }
        r.skipType(u, q, t2);
       }
       if (r.pos !== c2)
        throw $RangeError("index out of range");
       r.len = c;
       if (k === "__proto__")
        $util.makeProp(m.parameters, k);
       m.parameters[k] = v || new $root.inference.InferParameter();
       continue;
      }
     case 5: {
       if (u !== 2)
        break;
       m.contents = $root.inference.InferTensorContents.decode(r, r.size(), $undefined, q + 1, m.contents);
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   InferInputTensor.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelInferRequest.InferInputTensor)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelInferRequest.InferInputTensor: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.ModelInferRequest.InferInputTensor();
    if (d.name != null) {
     if (typeof d.name !== "string" || d.name.length) {
      m.name = $String(d.name);
     }
    }
    if (d.datatype != null) {
     if (typeof d.datatype !== "string" || d.datatype.length) {
      m.datatype = $String(d.datatype);
     }
    }
    if (d.shape) {
     if (!$Array.isArray(d.shape))
      throw $TypeError(".inference.ModelInferRequest.InferInputTensor.shape: array expected");
     m.shape = $Array(d.shape.length);
     for (var i = 0; i < d.shape.length; ++i) {
      if ($util.Long)
       m.shape[i] = $util.Long.fromValue(d.shape[i], false);
      else if (typeof d.shape[i] === "string")
       m.shape[i] = $parseInt(d.shape[i], 10);
      else if (typeof d.shape[i] === "number")
       m.shape[i] = d.shape[i];
      else if (typeof d.shape[i] === "object")
       m.shape[i] = new $util.LongBits(d.shape[i].low >>> 0, d.shape[i].high >>> 0).toNumber();
     }
    }
    if (d.parameters) {
     if (!$util.isObject(d.parameters))
      throw $TypeError(".inference.ModelInferRequest.InferInputTensor.parameters: object expected");
     m.parameters = {};
     for (var ks = $Object.keys(d.parameters), i = 0; i < ks.length; ++i) {
      if (ks[i] === "__proto__")
       $util.makeProp(m.parameters, ks[i]);
      if (!$util.isObject(d.parameters[ks[i]]))
       throw $TypeError(".inference.ModelInferRequest.InferInputTensor.parameters: object expected");
      m.parameters[ks[i]] = $root.inference.InferParameter.fromObject(d.parameters[ks[i]], q + 1);
     }
    }
    if (d.contents != null) {
     if (!$util.isObject(d.contents))
      throw $TypeError(".inference.ModelInferRequest.InferInputTensor.contents: object expected");
     m.contents = $root.inference.InferTensorContents.fromObject(d.contents, q + 1);
    }
    return m;
   };
   InferInputTensor.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.arrays || o.defaults) {
     d.shape = [];
    }
    if (o.objects || o.defaults) {
     d.parameters = {};
    }
    if (o.defaults) {
     d.name = "";
     d.datatype = "";
     d.contents = null;
    }
    if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
     d.name = m.name;
    }
    if (m.datatype != null && $Object.hasOwnProperty.call(m, "datatype")) {
     d.datatype = m.datatype;
    }
    if (m.shape && m.shape.length) {
     d.shape = $Array(m.shape.length);
     for (var j = 0; j < m.shape.length; ++j) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.shape[j] = typeof m.shape[j] === "number" ? $BigInt(m.shape[j]) : $util.Long.fromBits(m.shape[j].low >>> 0, m.shape[j].high >>> 0, false).toBigInt();
      else if (typeof m.shape[j] === "number")
       d.shape[j] = o.longs === $String ? $String(m.shape[j]) : m.shape[j];
      else
       d.shape[j] = o.longs === $String ? $util.Long.prototype.toString.call(m.shape[j]) : o.longs === $Number ? new $util.LongBits(m.shape[j].low >>> 0, m.shape[j].high >>> 0).toNumber() : m.shape[j];
     }
    }
    var ks2;
    if (m.parameters && (ks2 = $Object.keys(m.parameters)).length) {
     d.parameters = {};
     for (var j = 0; j < ks2.length; ++j) {
      if (ks2[j] === "__proto__")
       $util.makeProp(d.parameters, ks2[j]);
      d.parameters[ks2[j]] = $root.inference.InferParameter.toObject(m.parameters[ks2[j]], o, q + 1);
     }
    }
    if (m.contents != null && $Object.hasOwnProperty.call(m, "contents")) {
     d.contents = $root.inference.InferTensorContents.toObject(m.contents, o, q + 1);
    }
    return d;
   };
   InferInputTensor.prototype.toJSON = function() {
    return InferInputTensor.toObject(this, $protobuf.util.toJSONOptions);
   };
   return InferInputTensor;
  })();
  ModelInferRequest.InferRequestedOutputTensor = (function() {
   const InferRequestedOutputTensor = function (p) {
    this.parameters = {};
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   InferRequestedOutputTensor.prototype.name = "";
   InferRequestedOutputTensor.prototype.parameters = $util.emptyObject;
   InferRequestedOutputTensor.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
     w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
    if (m.parameters != null && $Object.hasOwnProperty.call(m, "parameters")) {
     for (var ks = $Object.keys(m.parameters), i = 0; i < ks.length; ++i) {
      w.uint32(/* id 2, wireType 2 =*/18).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]);
      $root.inference.InferParameter.encode(m.parameters[ks[i]], w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
     }
    }
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   InferRequestedOutputTensor.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, k, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelInferRequest.InferRequestedOutputTensor();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 2)
        break;
       if ((v = r.stringVerify()).length)
        m.name = v;
       else
        delete m.name;
       continue;
      }
     case 2: {
       if (u !== 2)
        break;
       if (m.parameters === $util.emptyObject)
        m.parameters = {};
       var c2 = r.size() + r.pos;
       if (c2 > r.len)
        throw $RangeError("index out of range");
       r.len = c2;
       k = "";
       v = null;
       while (r.pos < c2) {
        var t2 = r.tag();
        u = t2 & 7;
        switch (t2 >>>= 3) {
        case 1:
         if (u !== 2)
          break;
         k = r.stringVerify();
         continue;
        case 2:
         if (u !== 2)
          break;
         v = $root.inference.InferParameter.decode(r, r.size(), $undefined, q + 1, v);
         continue;
        }
        r.skipType(u, q, t2);
       }
       if (r.pos !== c2)
        throw $RangeError("index out of range");
       r.len = c;
       if (k === "__proto__")
        $util.makeProp(m.parameters, k);
       m.parameters[k] = v || new $root.inference.InferParameter();
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   InferRequestedOutputTensor.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelInferRequest.InferRequestedOutputTensor)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelInferRequest.InferRequestedOutputTensor: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.ModelInferRequest.InferRequestedOutputTensor();
    if (d.name != null) {
     if (typeof d.name !== "string" || d.name.length) {
      m.name = $String(d.name);
     }
    }
    if (d.parameters) {
     if (!$util.isObject(d.parameters))
      throw $TypeError(".inference.ModelInferRequest.InferRequestedOutputTensor.parameters: object expected");
     m.parameters = {};
     for (var ks = $Object.keys(d.parameters), i = 0; i < ks.length; ++i) {
      if (ks[i] === "__proto__")
       $util.makeProp(m.parameters, ks[i]);
      if (!$util.isObject(d.parameters[ks[i]]))
       throw $TypeError(".inference.ModelInferRequest.InferRequestedOutputTensor.parameters: object expected");
      m.parameters[ks[i]] = $root.inference.InferParameter.fromObject(d.parameters[ks[i]], q + 1);
     }
    }
    return m;
   };
   InferRequestedOutputTensor.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.objects || o.defaults) {
     d.parameters = {};
    }
    if (o.defaults) {
     d.name = "";
    }
    if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
     d.name = m.name;
    }
    var ks2;
    if (m.parameters && (ks2 = $Object.keys(m.parameters)).length) {
     d.parameters = {};
     for (var j = 0; j < ks2.length; ++j) {
      if (ks2[j] === "__proto__")
       $util.makeProp(d.parameters, ks2[j]);
      d.parameters[ks2[j]] = $root.inference.InferParameter.toObject(m.parameters[ks2[j]], o, q + 1);
     }
    }
    return d;
   };
   InferRequestedOutputTensor.prototype.toJSON = function() {
    return InferRequestedOutputTensor.toObject(this, $protobuf.util.toJSONOptions);
   };
   return InferRequestedOutputTensor;
  })();
  return ModelInferRequest;
 })();
 inference.ModelInferResponse = (function() {
  const ModelInferResponse = function (p) {
   this.parameters = {};
   this.outputs = [];
   this.raw_output_contents = [];
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelInferResponse.prototype.model_name = "";
  ModelInferResponse.prototype.model_version = "";
  ModelInferResponse.prototype.id = "";
  ModelInferResponse.prototype.parameters = $util.emptyObject;
  ModelInferResponse.prototype.outputs = $util.emptyArray;
  ModelInferResponse.prototype.raw_output_contents = $util.emptyArray;
  ModelInferResponse.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.model_name != null && $Object.hasOwnProperty.call(m, "model_name") && m.model_name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.model_name);
   if (m.model_version != null && $Object.hasOwnProperty.call(m, "model_version") && m.model_version !== "")
    w.uint32(/* id 2, wireType 2 =*/18).string(m.model_version);
   if (m.id != null && $Object.hasOwnProperty.call(m, "id") && m.id !== "")
    w.uint32(/* id 3, wireType 2 =*/26).string(m.id);
   if (m.parameters != null && $Object.hasOwnProperty.call(m, "parameters")) {
    for (var ks = $Object.keys(m.parameters), i = 0; i < ks.length; ++i) {
     w.uint32(/* id 4, wireType 2 =*/34).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]);
     $root.inference.InferParameter.encode(m.parameters[ks[i]], w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
    }
   }
   if (m.outputs != null && m.outputs.length) {
    for (var i = 0; i < m.outputs.length; ++i)
     $root.inference.ModelInferResponse.InferOutputTensor.encode(m.outputs[i], w.uint32(/* id 5, wireType 2 =*/42).fork(), q + 1).ldelim();
   }
   if (m.raw_output_contents != null && m.raw_output_contents.length) {
    for (var i = 0; i < m.raw_output_contents.length; ++i)
     w.uint32(/* id 6, wireType 2 =*/50).bytes(m.raw_output_contents[i]);
   }
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelInferResponse.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, k, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelInferResponse();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.model_name = v;
      else
       delete m.model_name;
      continue;
     }
    case 2: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.model_version = v;
      else
       delete m.model_version;
      continue;
     }
    case 3: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.id = v;
      else
       delete m.id;
      continue;
     }
    case 4: {
      if (u !== 2)
       break;
      if (m.parameters === $util.emptyObject)
       m.parameters = {};
      var c2 = r.size() + r.pos;
      if (c2 > r.len)
       throw $RangeError("index out of range");
      r.len = c2;
      k = "";
      v = null;
      while (r.pos < c2) {
       var t2 = r.tag();
       u = t2 & 7;
       switch (t2 >>>= 3) {
       case 1:
        if (u !== 2)
         break;
        k = r.stringVerify();
        continue;
       case 2:
        if (u !== 2)
         break;
        v = $root.inference.InferParameter.decode(r, r.size(), $undefined, q + 1, v);
        continue;
       }
       r.skipType(u, q, t2);
      }
      if (r.pos !== c2)
       throw $RangeError("index out of range");
      r.len = c;
      if (k === "__proto__")
       $util.makeProp(m.parameters, k);
      m.parameters[k] = v || new $root.inference.InferParameter();
      continue;
     }
    case 5: {
      if (u !== 2)
       break;
      if (!(m.outputs && m.outputs.length))
       m.outputs = [];
      m.outputs.push($root.inference.ModelInferResponse.InferOutputTensor.decode(r, r.size(), $undefined, q + 1));
      continue;
     }
    case 6: {
      if (u !== 2)
       break;
      if (!(m.raw_output_contents && m.raw_output_contents.length))
       m.raw_output_contents = [];
      m.raw_output_contents.push(r.bytes());
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelInferResponse.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelInferResponse)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelInferResponse: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelInferResponse();
   if (d.model_name != null) {
    if (typeof d.model_name !== "string" || d.model_name.length) {
     m.model_name = $String(d.model_name);
    }
   }
   if (d.model_version != null) {
    if (typeof d.model_version !== "string" || d.model_version.length) {
     m.model_version = $String(d.model_version);
    }
   }
   if (d.id != null) {
    if (typeof d.id !== "string" || d.id.length) {
     m.id = $String(d.id);
    }
   }
   if (d.parameters) {
    if (!$util.isObject(d.parameters))
     throw $TypeError(".inference.ModelInferResponse.parameters: object expected");
    m.parameters = {};
    for (var ks = $Object.keys(d.parameters), i = 0; i < ks.length; ++i) {
     if (ks[i] === "__proto__")
      $util.makeProp(m.parameters, ks[i]);
     if (!$util.isObject(d.parameters[ks[i]]))
      throw $TypeError(".inference.ModelInferResponse.parameters: object expected");
     m.parameters[ks[i]] = $root.inference.InferParameter.fromObject(d.parameters[ks[i]], q + 1);
    }
   }
   if (d.outputs) {
    if (!$Array.isArray(d.outputs))
     throw $TypeError(".inference.ModelInferResponse.outputs: array expected");
    m.outputs = $Array(d.outputs.length);
    for (var i = 0; i < d.outputs.length; ++i) {
     if (!$util.isObject(d.outputs[i]))
      throw $TypeError(".inference.ModelInferResponse.outputs: object expected");
     m.outputs[i] = $root.inference.ModelInferResponse.InferOutputTensor.fromObject(d.outputs[i], q + 1);
    }
   }
   if (d.raw_output_contents) {
    if (!$Array.isArray(d.raw_output_contents))
     throw $TypeError(".inference.ModelInferResponse.raw_output_contents: array expected");
    m.raw_output_contents = $Array(d.raw_output_contents.length);
    for (var i = 0; i < d.raw_output_contents.length; ++i) {
     if (typeof d.raw_output_contents[i] === "string")
      $util.base64.decode(d.raw_output_contents[i], m.raw_output_contents[i] = $util.newBuffer($util.base64.length(d.raw_output_contents[i])), 0);
     else if (d.raw_output_contents[i].length >= 0)
      m.raw_output_contents[i] = d.raw_output_contents[i];
    }
   }
   return m;
  };
  ModelInferResponse.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.arrays || o.defaults) {
    d.outputs = [];
    d.raw_output_contents = [];
   }
   if (o.objects || o.defaults) {
    d.parameters = {};
   }
   if (o.defaults) {
    d.model_name = "";
    d.model_version = "";
    d.id = "";
   }
   if (m.model_name != null && $Object.hasOwnProperty.call(m, "model_name")) {
    d.model_name = m.model_name;
   }
   if (m.model_version != null && $Object.hasOwnProperty.call(m, "model_version")) {
    d.model_version = m.model_version;
   }
   if (m.id != null && $Object.hasOwnProperty.call(m, "id")) {
    d.id = m.id;
   }
   var ks2;
   if (m.parameters && (ks2 = $Object.keys(m.parameters)).length) {
    d.parameters = {};
    for (var j = 0; j < ks2.length; ++j) {
     if (ks2[j] === "__proto__")
      $util.makeProp(d.parameters, ks2[j]);
     d.parameters[ks2[j]] = $root.inference.InferParameter.toObject(m.parameters[ks2[j]], o, q + 1);
    }
   }
   if (m.outputs && m.outputs.length) {
    d.outputs = $Array(m.outputs.length);
    for (var j = 0; j < m.outputs.length; ++j) {
     d.outputs[j] = $root.inference.ModelInferResponse.InferOutputTensor.toObject(m.outputs[j], o, q + 1);
    }
   }
   if (m.raw_output_contents && m.raw_output_contents.length) {
    d.raw_output_contents = $Array(m.raw_output_contents.length);
    for (var j = 0; j < m.raw_output_contents.length; ++j) {
     d.raw_output_contents[j] = o.bytes === $String ? $util.base64.encode(m.raw_output_contents[j], 0, m.raw_output_contents[j].length) : o.bytes === $Array ? $Array.prototype.slice.call(m.raw_output_contents[j]) : m.raw_output_contents[j];
    }
   }
   return d;
  };
  ModelInferResponse.prototype.toJSON = function() {
   return ModelInferResponse.toObject(this, $protobuf.util.toJSONOptions);
  };
  ModelInferResponse.InferOutputTensor = (function() {
   const InferOutputTensor = function (p) {
    this.shape = [];
    this.parameters = {};
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   InferOutputTensor.prototype.name = "";
   InferOutputTensor.prototype.datatype = "";
   InferOutputTensor.prototype.shape = $util.emptyArray;
   InferOutputTensor.prototype.parameters = $util.emptyObject;
   InferOutputTensor.prototype.contents = null;
   InferOutputTensor.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
     w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
    if (m.datatype != null && $Object.hasOwnProperty.call(m, "datatype") && m.datatype !== "")
     w.uint32(/* id 2, wireType 2 =*/18).string(m.datatype);
    if (m.shape != null && m.shape.length) {
     w.uint32(/* id 3, wireType 2 =*/26).int64s(m.shape);
    }
    if (m.parameters != null && $Object.hasOwnProperty.call(m, "parameters")) {
     for (var ks = $Object.keys(m.parameters), i = 0; i < ks.length; ++i) {
      w.uint32(/* id 4, wireType 2 =*/34).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]);
      $root.inference.InferParameter.encode(m.parameters[ks[i]], w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
     }
    }
    if (m.contents != null && $Object.hasOwnProperty.call(m, "contents"))
     $root.inference.InferTensorContents.encode(m.contents, w.uint32(/* id 5, wireType 2 =*/42).fork(), q + 1).ldelim();
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   InferOutputTensor.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, k, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelInferResponse.InferOutputTensor();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 2)
        break;
       if ((v = r.stringVerify()).length)
        m.name = v;
       else
        delete m.name;
       continue;
      }
     case 2: {
       if (u !== 2)
        break;
       if ((v = r.stringVerify()).length)
        m.datatype = v;
       else
        delete m.datatype;
       continue;
      }
     case 3: {
       if (u === 2) {
        if (!(m.shape && m.shape.length))
         m.shape = [];
        r.int64s(m.shape);
        continue;
       }
       if (u !== 0)
        break;
       if (!(m.shape && m.shape.length))
        m.shape = [];
       m.shape.push(r.int64());
       continue;
      }
     case 4: {
       if (u !== 2)
        break;
       if (m.parameters === $util.emptyObject)
        m.parameters = {};
       var c2 = r.size() + r.pos;
       if (c2 > r.len)
        throw $RangeError("index out of range");
       r.len = c2;
       k = "";
       v = null;
       while (r.pos < c2) {
        var t2 = r.tag();
        u = t2 & 7;
        switch (t2 >>>= 3) {
        case 1:
         if (u !== 2)
          break;
         k = r.stringVerify();
         continue;
        case 2:
         if (u !== 2)
          break;
         v = $root.inference.InferParameter.decode(r, r.size(), $undefined, q + 1, v);
         continue;
        }
        r.skipType(u, q, t2);
       }
       if (r.pos !== c2)
        throw $RangeError("index out of range");
       r.len = c;
       if (k === "__proto__")
        $util.makeProp(m.parameters, k);
       m.parameters[k] = v || new $root.inference.InferParameter();
       continue;
      }
     case 5: {
       if (u !== 2)
        break;
       m.contents = $root.inference.InferTensorContents.decode(r, r.size(), $undefined, q + 1, m.contents);
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   InferOutputTensor.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelInferResponse.InferOutputTensor)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelInferResponse.InferOutputTensor: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.ModelInferResponse.InferOutputTensor();
    if (d.name != null) {
     if (typeof d.name !== "string" || d.name.length) {
      m.name = $String(d.name);
     }
    }
    if (d.datatype != null) {
     if (typeof d.datatype !== "string" || d.datatype.length) {
      m.datatype = $String(d.datatype);
     }
    }
    if (d.shape) {
     if (!$Array.isArray(d.shape))
      throw $TypeError(".inference.ModelInferResponse.InferOutputTensor.shape: array expected");
     m.shape = $Array(d.shape.length);
     for (var i = 0; i < d.shape.length; ++i) {
      if ($util.Long)
       m.shape[i] = $util.Long.fromValue(d.shape[i], false);
      else if (typeof d.shape[i] === "string")
       m.shape[i] = $parseInt(d.shape[i], 10);
      else if (typeof d.shape[i] === "number")
       m.shape[i] = d.shape[i];
      else if (typeof d.shape[i] === "object")
       m.shape[i] = new $util.LongBits(d.shape[i].low >>> 0, d.shape[i].high >>> 0).toNumber();
     }
    }
    if (d.parameters) {
     if (!$util.isObject(d.parameters))
      throw $TypeError(".inference.ModelInferResponse.InferOutputTensor.parameters: object expected");
     m.parameters = {};
     for (var ks = $Object.keys(d.parameters), i = 0; i < ks.length; ++i) {
      if (ks[i] === "__proto__")
       $util.makeProp(m.parameters, ks[i]);
      if (!$util.isObject(d.parameters[ks[i]]))
       throw $TypeError(".inference.ModelInferResponse.InferOutputTensor.parameters: object expected");
      m.parameters[ks[i]] = $root.inference.InferParameter.fromObject(d.parameters[ks[i]], q + 1);
     }
    }
    if (d.contents != null) {
     if (!$util.isObject(d.contents))
      throw $TypeError(".inference.ModelInferResponse.InferOutputTensor.contents: object expected");
     m.contents = $root.inference.InferTensorContents.fromObject(d.contents, q + 1);
    }
    return m;
   };
   InferOutputTensor.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.arrays || o.defaults) {
     d.shape = [];
    }
    if (o.objects || o.defaults) {
     d.parameters = {};
    }
    if (o.defaults) {
     d.name = "";
     d.datatype = "";
     d.contents = null;
    }
    if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
     d.name = m.name;
    }
    if (m.datatype != null && $Object.hasOwnProperty.call(m, "datatype")) {
     d.datatype = m.datatype;
    }
    if (m.shape && m.shape.length) {
     d.shape = $Array(m.shape.length);
     for (var j = 0; j < m.shape.length; ++j) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.shape[j] = typeof m.shape[j] === "number" ? $BigInt(m.shape[j]) : $util.Long.fromBits(m.shape[j].low >>> 0, m.shape[j].high >>> 0, false).toBigInt();
      else if (typeof m.shape[j] === "number")
       d.shape[j] = o.longs === $String ? $String(m.shape[j]) : m.shape[j];
      else
       d.shape[j] = o.longs === $String ? $util.Long.prototype.toString.call(m.shape[j]) : o.longs === $Number ? new $util.LongBits(m.shape[j].low >>> 0, m.shape[j].high >>> 0).toNumber() : m.shape[j];
     }
    }
    var ks2;
    if (m.parameters && (ks2 = $Object.keys(m.parameters)).length) {
     d.parameters = {};
     for (var j = 0; j < ks2.length; ++j) {
      if (ks2[j] === "__proto__")
       $util.makeProp(d.parameters, ks2[j]);
      d.parameters[ks2[j]] = $root.inference.InferParameter.toObject(m.parameters[ks2[j]], o, q + 1);
     }
    }
    if (m.contents != null && $Object.hasOwnProperty.call(m, "contents")) {
     d.contents = $root.inference.InferTensorContents.toObject(m.contents, o, q + 1);
    }
    return d;
   };
   InferOutputTensor.prototype.toJSON = function() {
    return InferOutputTensor.toObject(this, $protobuf.util.toJSONOptions);
   };
   return InferOutputTensor;
  })();
  return ModelInferResponse;
 })();
 inference.ModelStreamInferResponse = (function() {
  const ModelStreamInferResponse = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelStreamInferResponse.prototype.error_message = "";
  ModelStreamInferResponse.prototype.infer_response = null;
  ModelStreamInferResponse.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.error_message != null && $Object.hasOwnProperty.call(m, "error_message") && m.error_message !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.error_message);
   if (m.infer_response != null && $Object.hasOwnProperty.call(m, "infer_response"))
    $root.inference.ModelInferResponse.encode(m.infer_response, w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim();
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelStreamInferResponse.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelStreamInferResponse();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.error_message = v;
      else
       delete m.error_message;
      continue;
     }
    case 2: {
      if (u !== 2)
       break;
      m.infer_response = $root.inference.ModelInferResponse.decode(r, r.size(), $undefined, q + 1, m.infer_response);
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelStreamInferResponse.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelStreamInferResponse)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelStreamInferResponse: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelStreamInferResponse();
   if (d.error_message != null) {
    if (typeof d.error_message !== "string" || d.error_message.length) {
     m.error_message = $String(d.error_message);
    }
   }
   if (d.infer_response != null) {
    if (!$util.isObject(d.infer_response))
     throw $TypeError(".inference.ModelStreamInferResponse.infer_response: object expected");
    m.infer_response = $root.inference.ModelInferResponse.fromObject(d.infer_response, q + 1);
   }
   return m;
  };
  ModelStreamInferResponse.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.error_message = "";
    d.infer_response = null;
   }
   if (m.error_message != null && $Object.hasOwnProperty.call(m, "error_message")) {
    d.error_message = m.error_message;
   }
   if (m.infer_response != null && $Object.hasOwnProperty.call(m, "infer_response")) {
    d.infer_response = $root.inference.ModelInferResponse.toObject(m.infer_response, o, q + 1);
   }
   return d;
  };
  ModelStreamInferResponse.prototype.toJSON = function() {
   return ModelStreamInferResponse.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ModelStreamInferResponse;
 })();
 inference.ModelConfigRequest = (function() {
  const ModelConfigRequest = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelConfigRequest.prototype.name = "";
  ModelConfigRequest.prototype.version = "";
  ModelConfigRequest.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
   if (m.version != null && $Object.hasOwnProperty.call(m, "version") && m.version !== "")
    w.uint32(/* id 2, wireType 2 =*/18).string(m.version);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelConfigRequest.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelConfigRequest();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.name = v;
      else
       delete m.name;
      continue;
     }
    case 2: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.version = v;
      else
       delete m.version;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelConfigRequest.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelConfigRequest)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelConfigRequest: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelConfigRequest();
   if (d.name != null) {
    if (typeof d.name !== "string" || d.name.length) {
     m.name = $String(d.name);
    }
   }
   if (d.version != null) {
    if (typeof d.version !== "string" || d.version.length) {
     m.version = $String(d.version);
    }
   }
   return m;
  };
  ModelConfigRequest.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.name = "";
    d.version = "";
   }
   if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
    d.name = m.name;
   }
   if (m.version != null && $Object.hasOwnProperty.call(m, "version")) {
    d.version = m.version;
   }
   return d;
  };
  ModelConfigRequest.prototype.toJSON = function() {
   return ModelConfigRequest.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ModelConfigRequest;
 })();
 inference.ModelConfigResponse = (function() {
  const ModelConfigResponse = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelConfigResponse.prototype.config = null;
  ModelConfigResponse.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.config != null && $Object.hasOwnProperty.call(m, "config"))
    $root.inference.ModelConfig.encode(m.config, w.uint32(/* id 1, wireType 2 =*/10).fork(), q + 1).ldelim();
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelConfigResponse.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelConfigResponse();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      m.config = $root.inference.ModelConfig.decode(r, r.size(), $undefined, q + 1, m.config);
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelConfigResponse.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelConfigResponse)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelConfigResponse: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelConfigResponse();
   if (d.config != null) {
    if (!$util.isObject(d.config))
     throw $TypeError(".inference.ModelConfigResponse.config: object expected");
    m.config = $root.inference.ModelConfig.fromObject(d.config, q + 1);
   }
   return m;
  };
  ModelConfigResponse.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.config = null;
   }
   if (m.config != null && $Object.hasOwnProperty.call(m, "config")) {
    d.config = $root.inference.ModelConfig.toObject(m.config, o, q + 1);
   }
   return d;
  };
  ModelConfigResponse.prototype.toJSON = function() {
   return ModelConfigResponse.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ModelConfigResponse;
 })();
 inference.ModelStatisticsRequest = (function() {
  const ModelStatisticsRequest = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelStatisticsRequest.prototype.name = "";
  ModelStatisticsRequest.prototype.version = "";
  ModelStatisticsRequest.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
   if (m.version != null && $Object.hasOwnProperty.call(m, "version") && m.version !== "")
    w.uint32(/* id 2, wireType 2 =*/18).string(m.version);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelStatisticsRequest.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelStatisticsRequest();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.name = v;
      else
       delete m.name;
      continue;
     }
    case 2: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.version = v;
      else
       delete m.version;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelStatisticsRequest.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelStatisticsRequest)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelStatisticsRequest: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelStatisticsRequest();
   if (d.name != null) {
    if (typeof d.name !== "string" || d.name.length) {
     m.name = $String(d.name);
    }
   }
   if (d.version != null) {
    if (typeof d.version !== "string" || d.version.length) {
     m.version = $String(d.version);
    }
   }
   return m;
  };
  ModelStatisticsRequest.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.name = "";
    d.version = "";
   }
   if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
    d.name = m.name;
   }
   if (m.version != null && $Object.hasOwnProperty.call(m, "version")) {
    d.version = m.version;
   }
   return d;
  };
  ModelStatisticsRequest.prototype.toJSON = function() {
   return ModelStatisticsRequest.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ModelStatisticsRequest;
 })();
 inference.StatisticDuration = (function() {
  const StatisticDuration = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  StatisticDuration.prototype.count = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  StatisticDuration.prototype.ns = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  StatisticDuration.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.count != null && $Object.hasOwnProperty.call(m, "count") && (typeof m.count === "object" ? m.count.low || m.count.high : m.count !== 0))
    w.uint32(/* id 1, wireType 0 =*/8).uint64(m.count);
   if (m.ns != null && $Object.hasOwnProperty.call(m, "ns") && (typeof m.ns === "object" ? m.ns.low || m.ns.high : m.ns !== 0))
    w.uint32(/* id 2, wireType 0 =*/16).uint64(m.ns);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  StatisticDuration.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.StatisticDuration();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 0)
       break;
      if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
       m.count = v;
      else
       delete m.count;
      continue;
     }
    case 2: {
      if (u !== 0)
       break;
      if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
       m.ns = v;
      else
       delete m.ns;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  StatisticDuration.fromObject = function (d, q) {
   if (d instanceof $root.inference.StatisticDuration)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.StatisticDuration: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.StatisticDuration();
   if (d.count != null) {
    if (typeof d.count === "object" ? d.count.low || d.count.high : $Number(d.count) !== 0) {
     if ($util.Long)
      m.count = $util.Long.fromValue(d.count, true);
     else if (typeof d.count === "string")
      m.count = $parseInt(d.count, 10);
     else if (typeof d.count === "number")
      m.count = d.count;
     else if (typeof d.count === "object")
      m.count = new $util.LongBits(d.count.low >>> 0, d.count.high >>> 0).toNumber(true);
    }
   }
   if (d.ns != null) {
    if (typeof d.ns === "object" ? d.ns.low || d.ns.high : $Number(d.ns) !== 0) {
     if ($util.Long)
      m.ns = $util.Long.fromValue(d.ns, true);
     else if (typeof d.ns === "string")
      m.ns = $parseInt(d.ns, 10);
     else if (typeof d.ns === "number")
      m.ns = d.ns;
     else if (typeof d.ns === "object")
      m.ns = new $util.LongBits(d.ns.low >>> 0, d.ns.high >>> 0).toNumber(true);
    }
   }
   return m;
  };
  StatisticDuration.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    if ($util.Long) {
     var n = new $util.Long(0, 0, true);
     d.count = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
    } else
     d.count = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
    if ($util.Long) {
     var n = new $util.Long(0, 0, true);
     d.ns = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
    } else
     d.ns = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
   }
   if (m.count != null && $Object.hasOwnProperty.call(m, "count")) {
    if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
     d.count = typeof m.count === "number" ? $BigInt(m.count) : $util.Long.fromBits(m.count.low >>> 0, m.count.high >>> 0, true).toBigInt();
    else if (typeof m.count === "number")
     d.count = o.longs === $String ? $String(m.count) : m.count;
    else
     d.count = o.longs === $String ? $util.Long.prototype.toString.call(m.count) : o.longs === $Number ? new $util.LongBits(m.count.low >>> 0, m.count.high >>> 0).toNumber(true) : m.count;
   }
   if (m.ns != null && $Object.hasOwnProperty.call(m, "ns")) {
    if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
     d.ns = typeof m.ns === "number" ? $BigInt(m.ns) : $util.Long.fromBits(m.ns.low >>> 0, m.ns.high >>> 0, true).toBigInt();
    else if (typeof m.ns === "number")
     d.ns = o.longs === $String ? $String(m.ns) : m.ns;
    else
     d.ns = o.longs === $String ? $util.Long.prototype.toString.call(m.ns) : o.longs === $Number ? new $util.LongBits(m.ns.low >>> 0, m.ns.high >>> 0).toNumber(true) : m.ns;
   }
   return d;
  };
  StatisticDuration.prototype.toJSON = function() {
   return StatisticDuration.toObject(this, $protobuf.util.toJSONOptions);
  };
  return StatisticDuration;
 })();
 inference.InferStatistics = (function() {
  const InferStatistics = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  InferStatistics.prototype.success = null;
  InferStatistics.prototype.fail = null;
  InferStatistics.prototype.queue = null;
  InferStatistics.prototype.compute_input = null;
  InferStatistics.prototype.compute_infer = null;
  InferStatistics.prototype.compute_output = null;
  InferStatistics.prototype.cache_hit = null;
  InferStatistics.prototype.cache_miss = null;
  InferStatistics.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.success != null && $Object.hasOwnProperty.call(m, "success"))
    $root.inference.StatisticDuration.encode(m.success, w.uint32(/* id 1, wireType 2 =*/10).fork(), q + 1).ldelim();
   if (m.fail != null && $Object.hasOwnProperty.call(m, "fail"))
    $root.inference.StatisticDuration.encode(m.fail, w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim();
   if (m.queue != null && $Object.hasOwnProperty.call(m, "queue"))
    $root.inference.StatisticDuration.encode(m.queue, w.uint32(/* id 3, wireType 2 =*/26).fork(), q + 1).ldelim();
   if (m.compute_input != null && $Object.hasOwnProperty.call(m, "compute_input"))
    $root.inference.StatisticDuration.encode(m.compute_input, w.uint32(/* id 4, wireType 2 =*/34).fork(), q + 1).ldelim();
   if (m.compute_infer != null && $Object.hasOwnProperty.call(m, "compute_infer"))
    $root.inference.StatisticDuration.encode(m.compute_infer, w.uint32(/* id 5, wireType 2 =*/42).fork(), q + 1).ldelim();
   if (m.compute_output != null && $Object.hasOwnProperty.call(m, "compute_output"))
    $root.inference.StatisticDuration.encode(m.compute_output, w.uint32(/* id 6, wireType 2 =*/50).fork(), q + 1).ldelim();
   if (m.cache_hit != null && $Object.hasOwnProperty.call(m, "cache_hit"))
    $root.inference.StatisticDuration.encode(m.cache_hit, w.uint32(/* id 7, wireType 2 =*/58).fork(), q + 1).ldelim();
   if (m.cache_miss != null && $Object.hasOwnProperty.call(m, "cache_miss"))
    $root.inference.StatisticDuration.encode(m.cache_miss, w.uint32(/* id 8, wireType 2 =*/66).fork(), q + 1).ldelim();
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  InferStatistics.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.InferStatistics();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      m.success = $root.inference.StatisticDuration.decode(r, r.size(), $undefined, q + 1, m.success);
      continue;
     }
    case 2: {
      if (u !== 2)
       break;
      m.fail = $root.inference.StatisticDuration.decode(r, r.size(), $undefined, q + 1, m.fail);
      continue;
     }
    case 3: {
      if (u !== 2)
       break;
      m.queue = $root.inference.StatisticDuration.decode(r, r.size(), $undefined, q + 1, m.queue);
      continue;
     }
    case 4: {
      if (u !== 2)
       break;
      m.compute_input = $root.inference.StatisticDuration.decode(r, r.size(), $undefined, q + 1, m.compute_input);
      continue;
     }
    case 5: {
      if (u !== 2)
       break;
      m.compute_infer = $root.inference.StatisticDuration.decode(r, r.size(), $undefined, q + 1, m.compute_infer);
      continue;
     }
    case 6: {
      if (u !== 2)
       break;
      m.compute_output = $root.inference.StatisticDuration.decode(r, r.size(), $undefined, q + 1, m.compute_output);
      continue;
     }
    case 7: {
      if (u !== 2)
       break;
      m.cache_hit = $root.inference.StatisticDuration.decode(r, r.size(), $undefined, q + 1, m.cache_hit);
      continue;
     }
    case 8: {
      if (u !== 2)
       break;
      m.cache_miss = $root.inference.StatisticDuration.decode(r, r.size(), $undefined, q + 1, m.cache_miss);
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  InferStatistics.fromObject = function (d, q) {
   if (d instanceof $root.inference.InferStatistics)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.InferStatistics: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.InferStatistics();
   if (d.success != null) {
    if (!$util.isObject(d.success))
     throw $TypeError(".inference.InferStatistics.success: object expected");
    m.success = $root.inference.StatisticDuration.fromObject(d.success, q + 1);
   }
   if (d.fail != null) {
    if (!$util.isObject(d.fail))
     throw $TypeError(".inference.InferStatistics.fail: object expected");
    m.fail = $root.inference.StatisticDuration.fromObject(d.fail, q + 1);
   }
   if (d.queue != null) {
    if (!$util.isObject(d.queue))
     throw $TypeError(".inference.InferStatistics.queue: object expected");
    m.queue = $root.inference.StatisticDuration.fromObject(d.queue, q + 1);
   }
   if (d.compute_input != null) {
    if (!$util.isObject(d.compute_input))
     throw $TypeError(".inference.InferStatistics.compute_input: object expected");
    m.compute_input = $root.inference.StatisticDuration.fromObject(d.compute_input, q + 1);
   }
   if (d.compute_infer != null) {
    if (!$util.isObject(d.compute_infer))
     throw $TypeError(".inference.InferStatistics.compute_infer: object expected");
    m.compute_infer = $root.inference.StatisticDuration.fromObject(d.compute_infer, q + 1);
   }
   if (d.compute_output != null) {
    if (!$util.isObject(d.compute_output))
     throw $TypeError(".inference.InferStatistics.compute_output: object expected");
    m.compute_output = $root.inference.StatisticDuration.fromObject(d.compute_output, q + 1);
   }
   if (d.cache_hit != null) {
    if (!$util.isObject(d.cache_hit))
     throw $TypeError(".inference.InferStatistics.cache_hit: object expected");
    m.cache_hit = $root.inference.StatisticDuration.fromObject(d.cache_hit, q + 1);
   }
   if (d.cache_miss != null) {
    if (!$util.isObject(d.cache_miss))
     throw $TypeError(".inference.InferStatistics.cache_miss: object expected");
    m.cache_miss = $root.inference.StatisticDuration.fromObject(d.cache_miss, q + 1);
   }
   return m;
  };
  InferStatistics.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.success = null;
    d.fail = null;
    d.queue = null;
    d.compute_input = null;
    d.compute_infer = null;
    d.compute_output = null;
    d.cache_hit = null;
    d.cache_miss = null;
   }
   if (m.success != null && $Object.hasOwnProperty.call(m, "success")) {
    d.success = $root.inference.StatisticDuration.toObject(m.success, o, q + 1);
   }
   if (m.fail != null && $Object.hasOwnProperty.call(m, "fail")) {
    d.fail = $root.inference.StatisticDuration.toObject(m.fail, o, q + 1);
   }
   if (m.queue != null && $Object.hasOwnProperty.call(m, "queue")) {
    d.queue = $root.inference.StatisticDuration.toObject(m.queue, o, q + 1);
   }
   if (m.compute_input != null && $Object.hasOwnProperty.call(m, "compute_input")) {
    d.compute_input = $root.inference.StatisticDuration.toObject(m.compute_input, o, q + 1);
   }
   if (m.compute_infer != null && $Object.hasOwnProperty.call(m, "compute_infer")) {
    d.compute_infer = $root.inference.StatisticDuration.toObject(m.compute_infer, o, q + 1);
   }
   if (m.compute_output != null && $Object.hasOwnProperty.call(m, "compute_output")) {
    d.compute_output = $root.inference.StatisticDuration.toObject(m.compute_output, o, q + 1);
   }
   if (m.cache_hit != null && $Object.hasOwnProperty.call(m, "cache_hit")) {
    d.cache_hit = $root.inference.StatisticDuration.toObject(m.cache_hit, o, q + 1);
   }
   if (m.cache_miss != null && $Object.hasOwnProperty.call(m, "cache_miss")) {
    d.cache_miss = $root.inference.StatisticDuration.toObject(m.cache_miss, o, q + 1);
   }
   return d;
  };
  InferStatistics.prototype.toJSON = function() {
   return InferStatistics.toObject(this, $protobuf.util.toJSONOptions);
  };
  return InferStatistics;
 })();
 inference.InferResponseStatistics = (function() {
  const InferResponseStatistics = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  InferResponseStatistics.prototype.compute_infer = null;
  InferResponseStatistics.prototype.compute_output = null;
  InferResponseStatistics.prototype.success = null;
  InferResponseStatistics.prototype.fail = null;
  InferResponseStatistics.prototype.empty_response = null;
  InferResponseStatistics.prototype.cancel = null;
  InferResponseStatistics.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.compute_infer != null && $Object.hasOwnProperty.call(m, "compute_infer"))
    $root.inference.StatisticDuration.encode(m.compute_infer, w.uint32(/* id 1, wireType 2 =*/10).fork(), q + 1).ldelim();
   if (m.compute_output != null && $Object.hasOwnProperty.call(m, "compute_output"))
    $root.inference.StatisticDuration.encode(m.compute_output, w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim();
   if (m.success != null && $Object.hasOwnProperty.call(m, "success"))
    $root.inference.StatisticDuration.encode(m.success, w.uint32(/* id 3, wireType 2 =*/26).fork(), q + 1).ldelim();
   if (m.fail != null && $Object.hasOwnProperty.call(m, "fail"))
    $root.inference.StatisticDuration.encode(m.fail, w.uint32(/* id 4, wireType 2 =*/34).fork(), q + 1).ldelim();
   if (m.empty_response != null && $Object.hasOwnProperty.call(m, "empty_response"))
    $root.inference.StatisticDuration.encode(m.empty_response, w.uint32(/* id 5, wireType 2 =*/42).fork(), q + 1).ldelim();
   if (m.cancel != null && $Object.hasOwnProperty.call(m, "cancel"))
    $root.inference.StatisticDuration.encode(m.cancel, w.uint32(/* id 6, wireType 2 =*/50).fork(), q + 1).ldelim();
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  InferResponseStatistics.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.InferResponseStatistics();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      m.compute_infer = $root.inference.StatisticDuration.decode(r, r.size(), $undefined, q + 1, m.compute_infer);
      continue;
     }
    case 2: {
      if (u !== 2)
       break;
      m.compute_output = $root.inference.StatisticDuration.decode(r, r.size(), $undefined, q + 1, m.compute_output);
      continue;
     }
    case 3: {
      if (u !== 2)
       break;
      m.success = $root.inference.StatisticDuration.decode(r, r.size(), $undefined, q + 1, m.success);
      continue;
     }
    case 4: {
      if (u !== 2)
       break;
      m.fail = $root.inference.StatisticDuration.decode(r, r.size(), $undefined, q + 1, m.fail);
      continue;
     }
    case 5: {
      if (u !== 2)
       break;
      m.empty_response = $root.inference.StatisticDuration.decode(r, r.size(), $undefined, q + 1, m.empty_response);
      continue;
     }
    case 6: {
      if (u !== 2)
       break;
      m.cancel = $root.inference.StatisticDuration.decode(r, r.size(), $undefined, q + 1, m.cancel);
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  InferResponseStatistics.fromObject = function (d, q) {
   if (d instanceof $root.inference.InferResponseStatistics)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.InferResponseStatistics: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.InferResponseStatistics();
   if (d.compute_infer != null) {
    if (!$util.isObject(d.compute_infer))
     throw $TypeError(".inference.InferResponseStatistics.compute_infer: object expected");
    m.compute_infer = $root.inference.StatisticDuration.fromObject(d.compute_infer, q + 1);
   }
   if (d.compute_output != null) {
    if (!$util.isObject(d.compute_output))
     throw $TypeError(".inference.InferResponseStatistics.compute_output: object expected");
    m.compute_output = $root.inference.StatisticDuration.fromObject(d.compute_output, q + 1);
   }
   if (d.success != null) {
    if (!$util.isObject(d.success))
     throw $TypeError(".inference.InferResponseStatistics.success: object expected");
    m.success = $root.inference.StatisticDuration.fromObject(d.success, q + 1);
   }
   if (d.fail != null) {
    if (!$util.isObject(d.fail))
     throw $TypeError(".inference.InferResponseStatistics.fail: object expected");
    m.fail = $root.inference.StatisticDuration.fromObject(d.fail, q + 1);
   }
   if (d.empty_response != null) {
    if (!$util.isObject(d.empty_response))
     throw $TypeError(".inference.InferResponseStatistics.empty_response: object expected");
    m.empty_response = $root.inference.StatisticDuration.fromObject(d.empty_response, q + 1);
   }
   if (d.cancel != null) {
    if (!$util.isObject(d.cancel))
     throw $TypeError(".inference.InferResponseStatistics.cancel: object expected");
    m.cancel = $root.inference.StatisticDuration.fromObject(d.cancel, q + 1);
   }
   return m;
  };
  InferResponseStatistics.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.compute_infer = null;
    d.compute_output = null;
    d.success = null;
    d.fail = null;
    d.empty_response = null;
    d.cancel = null;
   }
   if (m.compute_infer != null && $Object.hasOwnProperty.call(m, "compute_infer")) {
    d.compute_infer = $root.inference.StatisticDuration.toObject(m.compute_infer, o, q + 1);
   }
   if (m.compute_output != null && $Object.hasOwnProperty.call(m, "compute_output")) {
    d.compute_output = $root.inference.StatisticDuration.toObject(m.compute_output, o, q + 1);
   }
   if (m.success != null && $Object.hasOwnProperty.call(m, "success")) {
    d.success = $root.inference.StatisticDuration.toObject(m.success, o, q + 1);
   }
   if (m.fail != null && $Object.hasOwnProperty.call(m, "fail")) {
    d.fail = $root.inference.StatisticDuration.toObject(m.fail, o, q + 1);
   }
   if (m.empty_response != null && $Object.hasOwnProperty.call(m, "empty_response")) {
    d.empty_response = $root.inference.StatisticDuration.toObject(m.empty_response, o, q + 1);
   }
   if (m.cancel != null && $Object.hasOwnProperty.call(m, "cancel")) {
    d.cancel = $root.inference.StatisticDuration.toObject(m.cancel, o, q + 1);
   }
   return d;
  };
  InferResponseStatistics.prototype.toJSON = function() {
   return InferResponseStatistics.toObject(this, $protobuf.util.toJSONOptions);
  };
  return InferResponseStatistics;
 })();
 inference.InferBatchStatistics = (function() {
  const InferBatchStatistics = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  InferBatchStatistics.prototype.batch_size = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  InferBatchStatistics.prototype.compute_input = null;
  InferBatchStatistics.prototype.compute_infer = null;
  InferBatchStatistics.prototype.compute_output = null;
  InferBatchStatistics.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.batch_size != null && $Object.hasOwnProperty.call(m, "batch_size") && (typeof m.batch_size === "object" ? m.batch_size.low || m.batch_size.high : m.batch_size !== 0))
    w.uint32(/* id 1, wireType 0 =*/8).uint64(m.batch_size);
   if (m.compute_input != null && $Object.hasOwnProperty.call(m, "compute_input"))
    $root.inference.StatisticDuration.encode(m.compute_input, w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim();
   if (m.compute_infer != null && $Object.hasOwnProperty.call(m, "compute_infer"))
    $root.inference.StatisticDuration.encode(m.compute_infer, w.uint32(/* id 3, wireType 2 =*/26).fork(), q + 1).ldelim();
   if (m.compute_output != null && $Object.hasOwnProperty.call(m, "compute_output"))
    $root.inference.StatisticDuration.encode(m.compute_output, w.uint32(/* id 4, wireType 2 =*/34).fork(), q + 1).ldelim();
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  InferBatchStatistics.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.InferBatchStatistics();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 0)
       break;
      if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
       m.batch_size = v;
      else
       delete m.batch_size;
      continue;
     }
    case 2: {
      if (u !== 2)
       break;
      m.compute_input = $root.inference.StatisticDuration.decode(r, r.size(), $undefined, q + 1, m.compute_input);
      continue;
     }
    case 3: {
      if (u !== 2)
       break;
      m.compute_infer = $root.inference.StatisticDuration.decode(r, r.size(), $undefined, q + 1, m.compute_infer);
      continue;
     }
    case 4: {
      if (u !== 2)
       break;
      m.compute_output = $root.inference.StatisticDuration.decode(r, r.size(), $undefined, q + 1, m.compute_output);
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  InferBatchStatistics.fromObject = function (d, q) {
   if (d instanceof $root.inference.InferBatchStatistics)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.InferBatchStatistics: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.InferBatchStatistics();
   if (d.batch_size != null) {
    if (typeof d.batch_size === "object" ? d.batch_size.low || d.batch_size.high : $Number(d.batch_size) !== 0) {
     if ($util.Long)
      m.batch_size = $util.Long.fromValue(d.batch_size, true);
     else if (typeof d.batch_size === "string")
      m.batch_size = $parseInt(d.batch_size, 10);
     else if (typeof d.batch_size === "number")
      m.batch_size = d.batch_size;
     else if (typeof d.batch_size === "object")
      m.batch_size = new $util.LongBits(d.batch_size.low >>> 0, d.batch_size.high >>> 0).toNumber(true);
    }
   }
   if (d.compute_input != null) {
    if (!$util.isObject(d.compute_input))
     throw $TypeError(".inference.InferBatchStatistics.compute_input: object expected");
    m.compute_input = $root.inference.StatisticDuration.fromObject(d.compute_input, q + 1);
   }
   if (d.compute_infer != null) {
    if (!$util.isObject(d.compute_infer))
     throw $TypeError(".inference.InferBatchStatistics.compute_infer: object expected");
    m.compute_infer = $root.inference.StatisticDuration.fromObject(d.compute_infer, q + 1);
   }
   if (d.compute_output != null) {
    if (!$util.isObject(d.compute_output))
     throw $TypeError(".inference.InferBatchStatistics.compute_output: object expected");
    m.compute_output = $root.inference.StatisticDuration.fromObject(d.compute_output, q + 1);
   }
   return m;
  };
  InferBatchStatistics.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    if ($util.Long) {
     var n = new $util.Long(0, 0, true);
     d.batch_size = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
    } else
     d.batch_size = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
    d.compute_input = null;
    d.compute_infer = null;
    d.compute_output = null;
   }
   if (m.batch_size != null && $Object.hasOwnProperty.call(m, "batch_size")) {
    if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
     d.batch_size = typeof m.batch_size === "number" ? $BigInt(m.batch_size) : $util.Long.fromBits(m.batch_size.low >>> 0, m.batch_size.high >>> 0, true).toBigInt();
    else if (typeof m.batch_size === "number")
     d.batch_size = o.longs === $String ? $String(m.batch_size) : m.batch_size;
    else
     d.batch_size = o.longs === $String ? $util.Long.prototype.toString.call(m.batch_size) : o.longs === $Number ? new $util.LongBits(m.batch_size.low >>> 0, m.batch_size.high >>> 0).toNumber(true) : m.batch_size;
   }
   if (m.compute_input != null && $Object.hasOwnProperty.call(m, "compute_input")) {
    d.compute_input = $root.inference.StatisticDuration.toObject(m.compute_input, o, q + 1);
   }
   if (m.compute_infer != null && $Object.hasOwnProperty.call(m, "compute_infer")) {
    d.compute_infer = $root.inference.StatisticDuration.toObject(m.compute_infer, o, q + 1);
   }
   if (m.compute_output != null && $Object.hasOwnProperty.call(m, "compute_output")) {
    d.compute_output = $root.inference.StatisticDuration.toObject(m.compute_output, o, q + 1);
   }
   return d;
  };
  InferBatchStatistics.prototype.toJSON = function() {
   return InferBatchStatistics.toObject(this, $protobuf.util.toJSONOptions);
  };
  return InferBatchStatistics;
 })();
 inference.MemoryUsage = (function() {
  const MemoryUsage = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  MemoryUsage.prototype.type = "";
  MemoryUsage.prototype.id = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  MemoryUsage.prototype.byte_size = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  MemoryUsage.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.type != null && $Object.hasOwnProperty.call(m, "type") && m.type !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.type);
   if (m.id != null && $Object.hasOwnProperty.call(m, "id") && (typeof m.id === "object" ? m.id.low || m.id.high : m.id !== 0))
    w.uint32(/* id 2, wireType 0 =*/16).int64(m.id);
   if (m.byte_size != null && $Object.hasOwnProperty.call(m, "byte_size") && (typeof m.byte_size === "object" ? m.byte_size.low || m.byte_size.high : m.byte_size !== 0))
    w.uint32(/* id 3, wireType 0 =*/24).uint64(m.byte_size);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  MemoryUsage.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.MemoryUsage();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.type = v;
      else
       delete m.type;
      continue;
     }
    case 2: {
      if (u !== 0)
       break;
      if (typeof (v = r.int64()) === "object" ? v.low || v.high : v !== 0)
       m.id = v;
      else
       delete m.id;
      continue;
     }
    case 3: {
      if (u !== 0)
       break;
      if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
       m.byte_size = v;
      else
       delete m.byte_size;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  MemoryUsage.fromObject = function (d, q) {
   if (d instanceof $root.inference.MemoryUsage)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.MemoryUsage: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.MemoryUsage();
   if (d.type != null) {
    if (typeof d.type !== "string" || d.type.length) {
     m.type = $String(d.type);
    }
   }
   if (d.id != null) {
    if (typeof d.id === "object" ? d.id.low || d.id.high : $Number(d.id) !== 0) {
     if ($util.Long)
      m.id = $util.Long.fromValue(d.id, false);
     else if (typeof d.id === "string")
      m.id = $parseInt(d.id, 10);
     else if (typeof d.id === "number")
      m.id = d.id;
     else if (typeof d.id === "object")
      m.id = new $util.LongBits(d.id.low >>> 0, d.id.high >>> 0).toNumber();
    }
   }
   if (d.byte_size != null) {
    if (typeof d.byte_size === "object" ? d.byte_size.low || d.byte_size.high : $Number(d.byte_size) !== 0) {
     if ($util.Long)
      m.byte_size = $util.Long.fromValue(d.byte_size, true);
     else if (typeof d.byte_size === "string")
      m.byte_size = $parseInt(d.byte_size, 10);
     else if (typeof d.byte_size === "number")
      m.byte_size = d.byte_size;
     else if (typeof d.byte_size === "object")
      m.byte_size = new $util.LongBits(d.byte_size.low >>> 0, d.byte_size.high >>> 0).toNumber(true);
    }
   }
   return m;
  };
  MemoryUsage.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.type = "";
    if ($util.Long) {
     var n = new $util.Long(0, 0, false);
     d.id = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
    } else
     d.id = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
    if ($util.Long) {
     var n = new $util.Long(0, 0, true);
     d.byte_size = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
    } else
     d.byte_size = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
   }
   if (m.type != null && $Object.hasOwnProperty.call(m, "type")) {
    d.type = m.type;
   }
   if (m.id != null && $Object.hasOwnProperty.call(m, "id")) {
    if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
     d.id = typeof m.id === "number" ? $BigInt(m.id) : $util.Long.fromBits(m.id.low >>> 0, m.id.high >>> 0, false).toBigInt();
    else if (typeof m.id === "number")
     d.id = o.longs === $String ? $String(m.id) : m.id;
    else
     d.id = o.longs === $String ? $util.Long.prototype.toString.call(m.id) : o.longs === $Number ? new $util.LongBits(m.id.low >>> 0, m.id.high >>> 0).toNumber() : m.id;
   }
   if (m.byte_size != null && $Object.hasOwnProperty.call(m, "byte_size")) {
    if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
     d.byte_size = typeof m.byte_size === "number" ? $BigInt(m.byte_size) : $util.Long.fromBits(m.byte_size.low >>> 0, m.byte_size.high >>> 0, true).toBigInt();
    else if (typeof m.byte_size === "number")
     d.byte_size = o.longs === $String ? $String(m.byte_size) : m.byte_size;
    else
     d.byte_size = o.longs === $String ? $util.Long.prototype.toString.call(m.byte_size) : o.longs === $Number ? new $util.LongBits(m.byte_size.low >>> 0, m.byte_size.high >>> 0).toNumber(true) : m.byte_size;
   }
   return d;
  };
  MemoryUsage.prototype.toJSON = function() {
   return MemoryUsage.toObject(this, $protobuf.util.toJSONOptions);
  };
  return MemoryUsage;
 })();
 inference.ModelStatistics = (function() {
  const ModelStatistics = function (p) {
   this.batch_stats = [];
   this.memory_usage = [];
   this.response_stats = {};
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelStatistics.prototype.name = "";
  ModelStatistics.prototype.version = "";
  ModelStatistics.prototype.last_inference = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  ModelStatistics.prototype.inference_count = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  ModelStatistics.prototype.execution_count = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  ModelStatistics.prototype.inference_stats = null;
  ModelStatistics.prototype.batch_stats = $util.emptyArray;
  ModelStatistics.prototype.memory_usage = $util.emptyArray;
  ModelStatistics.prototype.response_stats = $util.emptyObject;
  ModelStatistics.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
   if (m.version != null && $Object.hasOwnProperty.call(m, "version") && m.version !== "")
    w.uint32(/* id 2, wireType 2 =*/18).string(m.version);
   if (m.last_inference != null && $Object.hasOwnProperty.call(m, "last_inference") && (typeof m.last_inference === "object" ? m.last_inference.low || m.last_inference.high : m.last_inference !== 0))
    w.uint32(/* id 3, wireType 0 =*/24).uint64(m.last_inference);
   if (m.inference_count != null && $Object.hasOwnProperty.call(m, "inference_count") && (typeof m.inference_count === "object" ? m.inference_count.low || m.inference_count.high : m.inference_count !== 0))
    w.uint32(/* id 4, wireType 0 =*/32).uint64(m.inference_count);
   if (m.execution_count != null && $Object.hasOwnProperty.call(m, "execution_count") && (typeof m.execution_count === "object" ? m.execution_count.low || m.execution_count.high : m.execution_count !== 0))
    w.uint32(/* id 5, wireType 0 =*/40).uint64(m.execution_count);
   if (m.inference_stats != null && $Object.hasOwnProperty.call(m, "inference_stats"))
    $root.inference.InferStatistics.encode(m.inference_stats, w.uint32(/* id 6, wireType 2 =*/50).fork(), q + 1).ldelim();
   if (m.batch_stats != null && m.batch_stats.length) {
    for (var i = 0; i < m.batch_stats.length; ++i)
     $root.inference.InferBatchStatistics.encode(m.batch_stats[i], w.uint32(/* id 7, wireType 2 =*/58).fork(), q + 1).ldelim();
   }
   if (m.memory_usage != null && m.memory_usage.length) {
    for (var i = 0; i < m.memory_usage.length; ++i)
     $root.inference.MemoryUsage.encode(m.memory_usage[i], w.uint32(/* id 8, wireType 2 =*/66).fork(), q + 1).ldelim();
   }
   if (m.response_stats != null && $Object.hasOwnProperty.call(m, "response_stats")) {
    for (var ks = $Object.keys(m.response_stats), i = 0; i < ks.length; ++i) {
     w.uint32(/* id 9, wireType 2 =*/74).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]);
     $root.inference.InferResponseStatistics.encode(m.response_stats[ks[i]], w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
    }
   }
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelStatistics.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, k, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelStatistics();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.name = v;
      else
       delete m.name;
      continue;
     }
    case 2: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.version = v;
      else
       delete m.version;
      continue;
     }
    case 3: {
      if (u !== 0)
       break;
      if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
       m.last_inference = v;
      else
       delete m.last_inference;
      continue;
     }
    case 4: {
      if (u !== 0)
       break;
      if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
       m.inference_count = v;
      else
       delete m.inference_count;
      continue;
     }
    case 5: {
      if (u !== 0)
       break;
      if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
       m.execution_count = v;
      else
       delete m.execution_count;
      continue;
     }
    case 6: {
      if (u !== 2)
       break;
      m.inference_stats = $root.inference.InferStatistics.decode(r, r.size(), $undefined, q + 1, m.inference_stats);
      continue;
     }
    case 7: {
      if (u !== 2)
       break;
      if (!(m.batch_stats && m.batch_stats.length))
       m.batch_stats = [];
      m.batch_stats.push($root.inference.InferBatchStatistics.decode(r, r.size(), $undefined, q + 1));
      continue;
     }
    case 8: {
      if (u !== 2)
       break;
      if (!(m.memory_usage && m.memory_usage.length))
       m.memory_usage = [];
      m.memory_usage.push($root.inference.MemoryUsage.decode(r, r.size(), $undefined, q + 1));
      continue;
     }
    case 9: {
      if (u !== 2)
       break;
      if (m.response_stats === $util.emptyObject)
       m.response_stats = {};
      var c2 = r.size() + r.pos;
      if (c2 > r.len)
       throw $RangeError("index out of range");
      r.len = c2;
      k = "";
      v = null;
      while (r.pos < c2) {
       var t2 = r.tag();
       u = t2 & 7;
       switch (t2 >>>= 3) {
       case 1:
        if (u !== 2)
         break;
        k = r.stringVerify();
        continue;
       case 2:
        if (u !== 2)
         break;
        v = $root.inference.InferResponseStatistics.decode(r, r.size(), $undefined, q + 1, v);
        continue;
       }
       r.skipType(u, q, t2);
      }
      if (r.pos !== c2)
       throw $RangeError("index out of range");
      r.len = c;
      if (k === "__proto__")
       $util.makeProp(m.response_stats, k);
      m.response_stats[k] = v || new $root.inference.InferResponseStatistics();
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelStatistics.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelStatistics)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelStatistics: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelStatistics();
   if (d.name != null) {
    if (typeof d.name !== "string" || d.name.length) {
     m.name = $String(d.name);
    }
   }
   if (d.version != null) {
    if (typeof d.version !== "string" || d.version.length) {
     m.version = $String(d.version);
    }
   }
   if (d.last_inference != null) {
    if (typeof d.last_inference === "object" ? d.last_inference.low || d.last_inference.high : $Number(d.last_inference) !== 0) {
     if ($util.Long)
      m.last_inference = $util.Long.fromValue(d.last_inference, true);
     else if (typeof d.last_inference === "string")
      m.last_inference = $parseInt(d.last_inference, 10);
     else if (typeof d.last_inference === "number")
      m.last_inference = d.last_inference;
     else if (typeof d.last_inference === "object")
      m.last_inference = new $util.LongBits(d.last_inference.low >>> 0, d.last_inference.high >>> 0).toNumber(true);
    }
   }
   if (d.inference_count != null) {
    if (typeof d.inference_count === "object" ? d.inference_count.low || d.inference_count.high : $Number(d.inference_count) !== 0) {
     if ($util.Long)
      m.inference_count = $util.Long.fromValue(d.inference_count, true);
     else if (typeof d.inference_count === "string")
      m.inference_count = $parseInt(d.inference_count, 10);
     else if (typeof d.inference_count === "number")
      m.inference_count = d.inference_count;
     else if (typeof d.inference_count === "object")
      m.inference_count = new $util.LongBits(d.inference_count.low >>> 0, d.inference_count.high >>> 0).toNumber(true);
    }
   }
   if (d.execution_count != null) {
    if (typeof d.execution_count === "object" ? d.execution_count.low || d.execution_count.high : $Number(d.execution_count) !== 0) {
     if ($util.Long)
      m.execution_count = $util.Long.fromValue(d.execution_count, true);
     else if (typeof d.execution_count === "string")
      m.execution_count = $parseInt(d.execution_count, 10);
     else if (typeof d.execution_count === "number")
      m.execution_count = d.execution_count;
     else if (typeof d.execution_count === "object")
      m.execution_count = new $util.LongBits(d.execution_count.low >>> 0, d.execution_count.high >>> 0).toNumber(true);
    }
   }
   if (d.inference_stats != null) {
    if (!$util.isObject(d.inference_stats))
     throw $TypeError(".inference.ModelStatistics.inference_stats: object expected");
    m.inference_stats = $root.inference.InferStatistics.fromObject(d.inference_stats, q + 1);
   }
   if (d.batch_stats) {
    if (!$Array.isArray(d.batch_stats))
     throw $TypeError(".inference.ModelStatistics.batch_stats: array expected");
    m.batch_stats = $Array(d.batch_stats.length);
    for (var i = 0; i < d.batch_stats.length; ++i) {
     if (!$util.isObject(d.batch_stats[i]))
      throw $TypeError(".inference.ModelStatistics.batch_stats: object expected");
     m.batch_stats[i] = $root.inference.InferBatchStatistics.fromObject(d.batch_stats[i], q + 1);
    }
   }
   if (d.memory_usage) {
    if (!$Array.isArray(d.memory_usage))
     throw $TypeError(".inference.ModelStatistics.memory_usage: array expected");
    m.memory_usage = $Array(d.memory_usage.length);
    for (var i = 0; i < d.memory_usage.length; ++i) {
     if (!$util.isObject(d.memory_usage[i]))
      throw $TypeError(".inference.ModelStatistics.memory_usage: object expected");
     m.memory_usage[i] = $root.inference.MemoryUsage.fromObject(d.memory_usage[i], q + 1);
    }
   }
   if (d.response_stats) {
    if (!$util.isObject(d.response_stats))
     throw $TypeError(".inference.ModelStatistics.response_stats: object expected");
    m.response_stats = {};
    for (var ks = $Object.keys(d.response_stats), i = 0; i < ks.length; ++i) {
     if (ks[i] === "__proto__")
      $util.makeProp(m.response_stats, ks[i]);
     if (!$util.isObject(d.response_stats[ks[i]]))
      throw $TypeError(".inference.ModelStatistics.response_stats: object expected");
     m.response_stats[ks[i]] = $root.inference.InferResponseStatistics.fromObject(d.response_stats[ks[i]], q + 1);
    }
   }
   return m;
  };
  ModelStatistics.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.arrays || o.defaults) {
    d.batch_stats = [];
    d.memory_usage = [];
   }
   if (o.objects || o.defaults) {
    d.response_stats = {};
   }
   if (o.defaults) {
    d.name = "";
    d.version = "";
    if ($util.Long) {
     var n = new $util.Long(0, 0, true);
     d.last_inference = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
    } else
     d.last_inference = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
    if ($util.Long) {
     var n = new $util.Long(0, 0, true);
     d.inference_count = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
    } else
     d.inference_count = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
    if ($util.Long) {
     var n = new $util.Long(0, 0, true);
     d.execution_count = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
    } else
     d.execution_count = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
    d.inference_stats = null;
   }
   if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
    d.name = m.name;
   }
   if (m.version != null && $Object.hasOwnProperty.call(m, "version")) {
    d.version = m.version;
   }
   if (m.last_inference != null && $Object.hasOwnProperty.call(m, "last_inference")) {
    if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
     d.last_inference = typeof m.last_inference === "number" ? $BigInt(m.last_inference) : $util.Long.fromBits(m.last_inference.low >>> 0, m.last_inference.high >>> 0, true).toBigInt();
    else if (typeof m.last_inference === "number")
     d.last_inference = o.longs === $String ? $String(m.last_inference) : m.last_inference;
    else
     d.last_inference = o.longs === $String ? $util.Long.prototype.toString.call(m.last_inference) : o.longs === $Number ? new $util.LongBits(m.last_inference.low >>> 0, m.last_inference.high >>> 0).toNumber(true) : m.last_inference;
   }
   if (m.inference_count != null && $Object.hasOwnProperty.call(m, "inference_count")) {
    if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
     d.inference_count = typeof m.inference_count === "number" ? $BigInt(m.inference_count) : $util.Long.fromBits(m.inference_count.low >>> 0, m.inference_count.high >>> 0, true).toBigInt();
    else if (typeof m.inference_count === "number")
     d.inference_count = o.longs === $String ? $String(m.inference_count) : m.inference_count;
    else
     d.inference_count = o.longs === $String ? $util.Long.prototype.toString.call(m.inference_count) : o.longs === $Number ? new $util.LongBits(m.inference_count.low >>> 0, m.inference_count.high >>> 0).toNumber(true) : m.inference_count;
   }
   if (m.execution_count != null && $Object.hasOwnProperty.call(m, "execution_count")) {
    if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
     d.execution_count = typeof m.execution_count === "number" ? $BigInt(m.execution_count) : $util.Long.fromBits(m.execution_count.low >>> 0, m.execution_count.high >>> 0, true).toBigInt();
    else if (typeof m.execution_count === "number")
     d.execution_count = o.longs === $String ? $String(m.execution_count) : m.execution_count;
    else
     d.execution_count = o.longs === $String ? $util.Long.prototype.toString.call(m.execution_count) : o.longs === $Number ? new $util.LongBits(m.execution_count.low >>> 0, m.execution_count.high >>> 0).toNumber(true) : m.execution_count;
   }
   if (m.inference_stats != null && $Object.hasOwnProperty.call(m, "inference_stats")) {
    d.inference_stats = $root.inference.InferStatistics.toObject(m.inference_stats, o, q + 1);
   }
   if (m.batch_stats && m.batch_stats.length) {
    d.batch_stats = $Array(m.batch_stats.length);
    for (var j = 0; j < m.batch_stats.length; ++j) {
     d.batch_stats[j] = $root.inference.InferBatchStatistics.toObject(m.batch_stats[j], o, q + 1);
    }
   }
   if (m.memory_usage && m.memory_usage.length) {
    d.memory_usage = $Array(m.memory_usage.length);
    for (var j = 0; j < m.memory_usage.length; ++j) {
     d.memory_usage[j] = $root.inference.MemoryUsage.toObject(m.memory_usage[j], o, q + 1);
    }
   }
   var ks2;
   if (m.response_stats && (ks2 = $Object.keys(m.response_stats)).length) {
    d.response_stats = {};
    for (var j = 0; j < ks2.length; ++j) {
     if (ks2[j] === "__proto__")
      $util.makeProp(d.response_stats, ks2[j]);
     d.response_stats[ks2[j]] = $root.inference.InferResponseStatistics.toObject(m.response_stats[ks2[j]], o, q + 1);
    }
   }
   return d;
  };
  ModelStatistics.prototype.toJSON = function() {
   return ModelStatistics.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ModelStatistics;
 })();
 inference.ModelStatisticsResponse = (function() {
  const ModelStatisticsResponse = function (p) {
   this.model_stats = [];
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelStatisticsResponse.prototype.model_stats = $util.emptyArray;
  ModelStatisticsResponse.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.model_stats != null && m.model_stats.length) {
    for (var i = 0; i < m.model_stats.length; ++i)
     $root.inference.ModelStatistics.encode(m.model_stats[i], w.uint32(/* id 1, wireType 2 =*/10).fork(), q + 1).ldelim();
   }
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelStatisticsResponse.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelStatisticsResponse();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if (!(m.model_stats && m.model_stats.length))
       m.model_stats = [];
      m.model_stats.push($root.inference.ModelStatistics.decode(r, r.size(), $undefined, q + 1));
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelStatisticsResponse.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelStatisticsResponse)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelStatisticsResponse: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelStatisticsResponse();
   if (d.model_stats) {
    if (!$Array.isArray(d.model_stats))
     throw $TypeError(".inference.ModelStatisticsResponse.model_stats: array expected");
    m.model_stats = $Array(d.model_stats.length);
    for (var i = 0; i < d.model_stats.length; ++i) {
     if (!$util.isObject(d.model_stats[i]))
      throw $TypeError(".inference.ModelStatisticsResponse.model_stats: object expected");
     m.model_stats[i] = $root.inference.ModelStatistics.fromObject(d.model_stats[i], q + 1);
    }
   }
   return m;
  };
  ModelStatisticsResponse.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.arrays || o.defaults) {
    d.model_stats = [];
   }
   if (m.model_stats && m.model_stats.length) {
    d.model_stats = $Array(m.model_stats.length);
    for (var j = 0; j < m.model_stats.length; ++j) {
     d.model_stats[j] = $root.inference.ModelStatistics.toObject(m.model_stats[j], o, q + 1);
    }
   }
   return d;
  };
  ModelStatisticsResponse.prototype.toJSON = function() {
   return ModelStatisticsResponse.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ModelStatisticsResponse;
 })();
 inference.ModelRepositoryParameter = (function() {
  const ModelRepositoryParameter = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelRepositoryParameter.prototype.bool_param = null;
  ModelRepositoryParameter.prototype.int64_param = null;
  ModelRepositoryParameter.prototype.string_param = null;
  ModelRepositoryParameter.prototype.bytes_param = null;
  // OneOf field names bound to virtual getters and setters
  let $oneOfFields;
  $Object.defineProperty(ModelRepositoryParameter.prototype, "parameter_choice", {
   get: $util.oneOfGetter($oneOfFields = ["bool_param", "int64_param", "string_param", "bytes_param"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  ModelRepositoryParameter.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.bool_param != null && $Object.hasOwnProperty.call(m, "bool_param"))
    w.uint32(/* id 1, wireType 0 =*/8).bool(m.bool_param);
   if (m.int64_param != null && $Object.hasOwnProperty.call(m, "int64_param"))
    w.uint32(/* id 2, wireType 0 =*/16).int64(m.int64_param);
   if (m.string_param != null && $Object.hasOwnProperty.call(m, "string_param"))
    w.uint32(/* id 3, wireType 2 =*/26).string(m.string_param);
   if (m.bytes_param != null && $Object.hasOwnProperty.call(m, "bytes_param"))
    w.uint32(/* id 4, wireType 2 =*/34).bytes(m.bytes_param);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelRepositoryParameter.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelRepositoryParameter();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 0)
       break;
      m.bool_param = r.bool();
      m.parameter_choice = "bool_param";
      continue;
     }
    case 2: {
      if (u !== 0)
       break;
      m.int64_param = r.int64();
      m.parameter_choice = "int64_param";
      continue;
     }
    case 3: {
      if (u !== 2)
       break;
      m.string_param = r.stringVerify();
      m.parameter_choice = "string_param";
      continue;
     }
    case 4: {
      if (u !== 2)
       break;
      m.bytes_param = r.bytes();
      m.parameter_choice = "bytes_param";
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelRepositoryParameter.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelRepositoryParameter)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelRepositoryParameter: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelRepositoryParameter();
   if (d.bool_param != null) {
    m.bool_param = $Boolean(d.bool_param);
   }
   if (d.int64_param != null) {
    if ($util.Long)
     m.int64_param = $util.Long.fromValue(d.int64_param, false);
    else if (typeof d.int64_param === "string")
     m.int64_param = $parseInt(d.int64_param, 10);
    else if (typeof d.int64_param === "number")
     m.int64_param = d.int64_param;
    else if (typeof d.int64_param === "object")
     m.int64_param = new $util.LongBits(d.int64_param.low >>> 0, d.int64_param.high >>> 0).toNumber();
   }
   if (d.string_param != null) {
    m.string_param = $String(d.string_param);
   }
   if (d.bytes_param != null) {
    if (typeof d.bytes_param === "string")
     $util.base64.decode(d.bytes_param, m.bytes_param = $util.newBuffer($util.base64.length(d.bytes_param)), 0);
    else if (d.bytes_param.length >= 0)
     m.bytes_param = d.bytes_param;
   }
   return m;
  };
  ModelRepositoryParameter.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (m.bool_param != null && $Object.hasOwnProperty.call(m, "bool_param")) {
    d.bool_param = m.bool_param;
    if (o.oneofs)
     d.parameter_choice = "bool_param";
   }
   if (m.int64_param != null && $Object.hasOwnProperty.call(m, "int64_param")) {
    if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
     d.int64_param = typeof m.int64_param === "number" ? $BigInt(m.int64_param) : $util.Long.fromBits(m.int64_param.low >>> 0, m.int64_param.high >>> 0, false).toBigInt();
    else if (typeof m.int64_param === "number")
     d.int64_param = o.longs === $String ? $String(m.int64_param) : m.int64_param;
    else
     d.int64_param = o.longs === $String ? $util.Long.prototype.toString.call(m.int64_param) : o.longs === $Number ? new $util.LongBits(m.int64_param.low >>> 0, m.int64_param.high >>> 0).toNumber() : m.int64_param;
    if (o.oneofs)
     d.parameter_choice = "int64_param";
   }
   if (m.string_param != null && $Object.hasOwnProperty.call(m, "string_param")) {
    d.string_param = m.string_param;
    if (o.oneofs)
     d.parameter_choice = "string_param";
   }
   if (m.bytes_param != null && $Object.hasOwnProperty.call(m, "bytes_param")) {
    d.bytes_param = o.bytes === $String ? $util.base64.encode(m.bytes_param, 0, m.bytes_param.length) : o.bytes === $Array ? $Array.prototype.slice.call(m.bytes_param) : m.bytes_param;
    if (o.oneofs)
     d.parameter_choice = "bytes_param";
   }
   return d;
  };
  ModelRepositoryParameter.prototype.toJSON = function() {
   return ModelRepositoryParameter.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ModelRepositoryParameter;
 })();
 inference.RepositoryIndexRequest = (function() {
  const RepositoryIndexRequest = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  RepositoryIndexRequest.prototype.repository_name = "";
  RepositoryIndexRequest.prototype.ready = false;
  RepositoryIndexRequest.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.repository_name != null && $Object.hasOwnProperty.call(m, "repository_name") && m.repository_name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.repository_name);
   if (m.ready != null && $Object.hasOwnProperty.call(m, "ready") && m.ready !== false)
    w.uint32(/* id 2, wireType 0 =*/16).bool(m.ready);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  RepositoryIndexRequest.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.RepositoryIndexRequest();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.repository_name = v;
      else
       delete m.repository_name;
      continue;
     }
    case 2: {
      if (u !== 0)
       break;
      if (v = r.bool())
       m.ready = v;
      else
       delete m.ready;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  RepositoryIndexRequest.fromObject = function (d, q) {
   if (d instanceof $root.inference.RepositoryIndexRequest)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.RepositoryIndexRequest: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.RepositoryIndexRequest();
   if (d.repository_name != null) {
    if (typeof d.repository_name !== "string" || d.repository_name.length) {
     m.repository_name = $String(d.repository_name);
    }
   }
   if (d.ready != null) {
    if (d.ready) {
     m.ready = $Boolean(d.ready);
    }
   }
   return m;
  };
  RepositoryIndexRequest.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.repository_name = "";
    d.ready = false;
   }
   if (m.repository_name != null && $Object.hasOwnProperty.call(m, "repository_name")) {
    d.repository_name = m.repository_name;
   }
   if (m.ready != null && $Object.hasOwnProperty.call(m, "ready")) {
    d.ready = m.ready;
   }
   return d;
  };
  RepositoryIndexRequest.prototype.toJSON = function() {
   return RepositoryIndexRequest.toObject(this, $protobuf.util.toJSONOptions);
  };
  return RepositoryIndexRequest;
 })();
 inference.RepositoryIndexResponse = (function() {
  const RepositoryIndexResponse = function (p) {
   this.models = [];
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  RepositoryIndexResponse.prototype.models = $util.emptyArray;
  RepositoryIndexResponse.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.models != null && m.models.length) {
    for (var i = 0; i < m.models.length; ++i)
     $root.inference.RepositoryIndexResponse.ModelIndex.encode(m.models[i], w.uint32(/* id 1, wireType 2 =*/10).fork(), q + 1).ldelim();
   }
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  RepositoryIndexResponse.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.RepositoryIndexResponse();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if (!(m.models && m.models.length))
       m.models = [];
      m.models.push($root.inference.RepositoryIndexResponse.ModelIndex.decode(r, r.size(), $undefined, q + 1));
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  RepositoryIndexResponse.fromObject = function (d, q) {
   if (d instanceof $root.inference.RepositoryIndexResponse)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.RepositoryIndexResponse: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.RepositoryIndexResponse();
   if (d.models) {
    if (!$Array.isArray(d.models))
     throw $TypeError(".inference.RepositoryIndexResponse.models: array expected");
    m.models = $Array(d.models.length);
    for (var i = 0; i < d.models.length; ++i) {
     if (!$util.isObject(d.models[i]))
      throw $TypeError(".inference.RepositoryIndexResponse.models: object expected");
     m.models[i] = $root.inference.RepositoryIndexResponse.ModelIndex.fromObject(d.models[i], q + 1);
    }
   }
   return m;
  };
  RepositoryIndexResponse.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.arrays || o.defaults) {
    d.models = [];
   }
   if (m.models && m.models.length) {
    d.models = $Array(m.models.length);
    for (var j = 0; j < m.models.length; ++j) {
     d.models[j] = $root.inference.RepositoryIndexResponse.ModelIndex.toObject(m.models[j], o, q + 1);
    }
   }
   return d;
  };
  RepositoryIndexResponse.prototype.toJSON = function() {
   return RepositoryIndexResponse.toObject(this, $protobuf.util.toJSONOptions);
  };
  RepositoryIndexResponse.ModelIndex = (function() {
   const ModelIndex = function (p) {
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   ModelIndex.prototype.name = "";
   ModelIndex.prototype.version = "";
   ModelIndex.prototype.state = "";
   ModelIndex.prototype.reason = "";
   ModelIndex.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
     w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
    if (m.version != null && $Object.hasOwnProperty.call(m, "version") && m.version !== "")
     w.uint32(/* id 2, wireType 2 =*/18).string(m.version);
    if (m.state != null && $Object.hasOwnProperty.call(m, "state") && m.state !== "")
     w.uint32(/* id 3, wireType 2 =*/26).string(m.state);
    if (m.reason != null && $Object.hasOwnProperty.call(m, "reason") && m.reason !== "")
     w.uint32(/* id 4, wireType 2 =*/34).string(m.reason);
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   ModelIndex.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.RepositoryIndexResponse.ModelIndex();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 2)
        break;
       if ((v = r.stringVerify()).length)
        m.name = v;
       else
        delete m.name;
       continue;
      }
     case 2: {
       if (u !== 2)
        break;
       if ((v = r.stringVerify()).length)
        m.version = v;
       else
        delete m.version;
       continue;
      }
     case 3: {
       if (u !== 2)
        break;
       if ((v = r.stringVerify()).length)
        m.state = v;
       else
        delete m.state;
       continue;
      }
     case 4: {
       if (u !== 2)
        break;
       if ((v = r.stringVerify()).length)
        m.reason = v;
       else
        delete m.reason;
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   ModelIndex.fromObject = function (d, q) {
    if (d instanceof $root.inference.RepositoryIndexResponse.ModelIndex)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.RepositoryIndexResponse.ModelIndex: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.RepositoryIndexResponse.ModelIndex();
    if (d.name != null) {
     if (typeof d.name !== "string" || d.name.length) {
      m.name = $String(d.name);
     }
    }
    if (d.version != null) {
     if (typeof d.version !== "string" || d.version.length) {
      m.version = $String(d.version);
     }
    }
    if (d.state != null) {
     if (typeof d.state !== "string" || d.state.length) {
      m.state = $String(d.state);
     }
    }
    if (d.reason != null) {
     if (typeof d.reason !== "string" || d.reason.length) {
      m.reason = $String(d.reason);
     }
    }
    return m;
   };
   ModelIndex.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.defaults) {
     d.name = "";
     d.version = "";
     d.state = "";
     d.reason = "";
    }
    if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
     d.name = m.name;
    }
    if (m.version != null && $Object.hasOwnProperty.call(m, "version")) {
     d.version = m.version;
    }
    if (m.state != null && $Object.hasOwnProperty.call(m, "state")) {
     d.state = m.state;
    }
    if (m.reason != null && $Object.hasOwnProperty.call(m, "reason")) {
     d.reason = m.reason;
    }
    return d;
   };
   ModelIndex.prototype.toJSON = function() {
    return ModelIndex.toObject(this, $protobuf.util.toJSONOptions);
   };
   return ModelIndex;
  })();
  return RepositoryIndexResponse;
 })();
 inference.RepositoryModelLoadRequest = (function() {
  const RepositoryModelLoadRequest = function (p) {
   this.parameters = {};
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  RepositoryModelLoadRequest.prototype.repository_name = "";
  RepositoryModelLoadRequest.prototype.model_name = "";
  RepositoryModelLoadRequest.prototype.parameters = $util.emptyObject;
  RepositoryModelLoadRequest.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.repository_name != null && $Object.hasOwnProperty.call(m, "repository_name") && m.repository_name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.repository_name);
   if (m.model_name != null && $Object.hasOwnProperty.call(m, "model_name") && m.model_name !== "")
    w.uint32(/* id 2, wireType 2 =*/18).string(m.model_name);
   if (m.parameters != null && $Object.hasOwnProperty.call(m, "parameters")) {
    for (var ks = $Object.keys(m.parameters), i = 0; i < ks.length; ++i) {
     w.uint32(/* id 3, wireType 2 =*/26).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]);
     $root.inference.ModelRepositoryParameter.encode(m.parameters[ks[i]], w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
    }
   }
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  RepositoryModelLoadRequest.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, k, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.RepositoryModelLoadRequest();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.repository_name = v;
      else
       delete m.repository_name;
      continue;
     }
    case 2: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.model_name = v;
      else
       delete m.model_name;
      continue;
     }
    case 3: {
      if (u !== 2)
       break;
      if (m.parameters === $util.emptyObject)
       m.parameters = {};
      var c2 = r.size() + r.pos;
      if (c2 > r.len)
       throw $RangeError("index out of range");
      r.len = c2;
      k = "";
      v = null;
      while (r.pos < c2) {
       var t2 = r.tag();
       u = t2 & 7;
       switch (t2 >>>= 3) {
       case 1:
        if (u !== 2)
         break;
        k = r.stringVerify();
        continue;
       case 2:
        if (u !== 2)
         break;
        v = $root.inference.ModelRepositoryParameter.decode(r, r.size(), $undefined, q + 1, v);
        continue;
       }
       r.skipType(u, q, t2);
      }
      if (r.pos !== c2)
       throw $RangeError("index out of range");
      r.len = c;
      if (k === "__proto__")
       $util.makeProp(m.parameters, k);
      m.parameters[k] = v || new $root.inference.ModelRepositoryParameter();
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  RepositoryModelLoadRequest.fromObject = function (d, q) {
   if (d instanceof $root.inference.RepositoryModelLoadRequest)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.RepositoryModelLoadRequest: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.RepositoryModelLoadRequest();
   if (d.repository_name != null) {
    if (typeof d.repository_name !== "string" || d.repository_name.length) {
     m.repository_name = $String(d.repository_name);
    }
   }
   if (d.model_name != null) {
    if (typeof d.model_name !== "string" || d.model_name.length) {
     m.model_name = $String(d.model_name);
    }
   }
   if (d.parameters) {
    if (!$util.isObject(d.parameters))
     throw $TypeError(".inference.RepositoryModelLoadRequest.parameters: object expected");
    m.parameters = {};
    for (var ks = $Object.keys(d.parameters), i = 0; i < ks.length; ++i) {
     if (ks[i] === "__proto__")
      $util.makeProp(m.parameters, ks[i]);
     if (!$util.isObject(d.parameters[ks[i]]))
      throw $TypeError(".inference.RepositoryModelLoadRequest.parameters: object expected");
     m.parameters[ks[i]] = $root.inference.ModelRepositoryParameter.fromObject(d.parameters[ks[i]], q + 1);
    }
   }
   return m;
  };
  RepositoryModelLoadRequest.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.objects || o.defaults) {
    d.parameters = {};
   }
   if (o.defaults) {
    d.repository_name = "";
    d.model_name = "";
   }
   if (m.repository_name != null && $Object.hasOwnProperty.call(m, "repository_name")) {
    d.repository_name = m.repository_name;
   }
   if (m.model_name != null && $Object.hasOwnProperty.call(m, "model_name")) {
    d.model_name = m.model_name;
   }
   var ks2;
   if (m.parameters && (ks2 = $Object.keys(m.parameters)).length) {
    d.parameters = {};
    for (var j = 0; j < ks2.length; ++j) {
     if (ks2[j] === "__proto__")
      $util.makeProp(d.parameters, ks2[j]);
     d.parameters[ks2[j]] = $root.inference.ModelRepositoryParameter.toObject(m.parameters[ks2[j]], o, q + 1);
    }
   }
   return d;
  };
  RepositoryModelLoadRequest.prototype.toJSON = function() {
   return RepositoryModelLoadRequest.toObject(this, $protobuf.util.toJSONOptions);
  };
  return RepositoryModelLoadRequest;
 })();
 inference.RepositoryModelLoadResponse = (function() {
  const RepositoryModelLoadResponse = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  RepositoryModelLoadResponse.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  RepositoryModelLoadResponse.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.RepositoryModelLoadResponse();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    r.skipType(t & 7, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  RepositoryModelLoadResponse.fromObject = function (d, q) {
   if (d instanceof $root.inference.RepositoryModelLoadResponse)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.RepositoryModelLoadResponse: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   return new $root.inference.RepositoryModelLoadResponse();
  };
  RepositoryModelLoadResponse.toObject = function () {
   return {};
  };
  RepositoryModelLoadResponse.prototype.toJSON = function() {
   return RepositoryModelLoadResponse.toObject(this, $protobuf.util.toJSONOptions);
  };
  return RepositoryModelLoadResponse;
 })();
 inference.RepositoryModelUnloadRequest = (function() {
  const RepositoryModelUnloadRequest = function (p) {
   this.parameters = {};
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  RepositoryModelUnloadRequest.prototype.repository_name = "";
  RepositoryModelUnloadRequest.prototype.model_name = "";
  RepositoryModelUnloadRequest.prototype.parameters = $util.emptyObject;
  RepositoryModelUnloadRequest.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.repository_name != null && $Object.hasOwnProperty.call(m, "repository_name") && m.repository_name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.repository_name);
   if (m.model_name != null && $Object.hasOwnProperty.call(m, "model_name") && m.model_name !== "")
    w.uint32(/* id 2, wireType 2 =*/18).string(m.model_name);
   if (m.parameters != null && $Object.hasOwnProperty.call(m, "parameters")) {
    for (var ks = $Object.keys(m.parameters), i = 0; i < ks.length; ++i) {
     w.uint32(/* id 3, wireType 2 =*/26).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]);
     $root.inference.ModelRepositoryParameter.encode(m.parameters[ks[i]], w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
    }
   }
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  RepositoryModelUnloadRequest.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, k, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.RepositoryModelUnloadRequest();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.repository_name = v;
      else
       delete m.repository_name;
      continue;
     }
    case 2: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.model_name = v;
      else
       delete m.model_name;
      continue;
     }
    case 3: {
      if (u !== 2)
       break;
      if (m.parameters === $util.emptyObject)
       m.parameters = {};
      var c2 = r.size() + r.pos;
      if (c2 > r.len)
       throw $RangeError("index out of range");
      r.len = c2;
      k = "";
      v = null;
      while (r.pos < c2) {
       var t2 = r.tag();
       u = t2 & 7;
       switch (t2 >>>= 3) {
       case 1:
        if (u !== 2)
         break;
        k = r.stringVerify();
        continue;
       case 2:
        if (u !== 2)
         break;
        v = $root.inference.ModelRepositoryParameter.decode(r, r.size(), $undefined, q + 1, v);
        continue;
       }
       r.skipType(u, q, t2);
      }
      if (r.pos !== c2)
       throw $RangeError("index out of range");
      r.len = c;
      if (k === "__proto__")
       $util.makeProp(m.parameters, k);
      m.parameters[k] = v || new $root.inference.ModelRepositoryParameter();
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  RepositoryModelUnloadRequest.fromObject = function (d, q) {
   if (d instanceof $root.inference.RepositoryModelUnloadRequest)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.RepositoryModelUnloadRequest: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.RepositoryModelUnloadRequest();
   if (d.repository_name != null) {
    if (typeof d.repository_name !== "string" || d.repository_name.length) {
     m.repository_name = $String(d.repository_name);
    }
   }
   if (d.model_name != null) {
    if (typeof d.model_name !== "string" || d.model_name.length) {
     m.model_name = $String(d.model_name);
    }
   }
   if (d.parameters) {
    if (!$util.isObject(d.parameters))
     throw $TypeError(".inference.RepositoryModelUnloadRequest.parameters: object expected");
    m.parameters = {};
    for (var ks = $Object.keys(d.parameters), i = 0; i < ks.length; ++i) {
     if (ks[i] === "__proto__")
      $util.makeProp(m.parameters, ks[i]);
     if (!$util.isObject(d.parameters[ks[i]]))
      throw $TypeError(".inference.RepositoryModelUnloadRequest.parameters: object expected");
     m.parameters[ks[i]] = $root.inference.ModelRepositoryParameter.fromObject(d.parameters[ks[i]], q + 1);
    }
   }
   return m;
  };
  RepositoryModelUnloadRequest.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.objects || o.defaults) {
    d.parameters = {};
   }
   if (o.defaults) {
    d.repository_name = "";
    d.model_name = "";
   }
   if (m.repository_name != null && $Object.hasOwnProperty.call(m, "repository_name")) {
    d.repository_name = m.repository_name;
   }
   if (m.model_name != null && $Object.hasOwnProperty.call(m, "model_name")) {
    d.model_name = m.model_name;
   }
   var ks2;
   if (m.parameters && (ks2 = $Object.keys(m.parameters)).length) {
    d.parameters = {};
    for (var j = 0; j < ks2.length; ++j) {
     if (ks2[j] === "__proto__")
      $util.makeProp(d.parameters, ks2[j]);
     d.parameters[ks2[j]] = $root.inference.ModelRepositoryParameter.toObject(m.parameters[ks2[j]], o, q + 1);
    }
   }
   return d;
  };
  RepositoryModelUnloadRequest.prototype.toJSON = function() {
   return RepositoryModelUnloadRequest.toObject(this, $protobuf.util.toJSONOptions);
  };
  return RepositoryModelUnloadRequest;
 })();
 inference.RepositoryModelUnloadResponse = (function() {
  const RepositoryModelUnloadResponse = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  RepositoryModelUnloadResponse.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  RepositoryModelUnloadResponse.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.RepositoryModelUnloadResponse();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    r.skipType(t & 7, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  RepositoryModelUnloadResponse.fromObject = function (d, q) {
   if (d instanceof $root.inference.RepositoryModelUnloadResponse)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.RepositoryModelUnloadResponse: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   return new $root.inference.RepositoryModelUnloadResponse();
  };
  RepositoryModelUnloadResponse.toObject = function () {
   return {};
  };
  RepositoryModelUnloadResponse.prototype.toJSON = function() {
   return RepositoryModelUnloadResponse.toObject(this, $protobuf.util.toJSONOptions);
  };
  return RepositoryModelUnloadResponse;
 })();
 inference.SystemSharedMemoryStatusRequest = (function() {
  const SystemSharedMemoryStatusRequest = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  SystemSharedMemoryStatusRequest.prototype.name = "";
  SystemSharedMemoryStatusRequest.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  SystemSharedMemoryStatusRequest.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.SystemSharedMemoryStatusRequest();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.name = v;
      else
       delete m.name;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  SystemSharedMemoryStatusRequest.fromObject = function (d, q) {
   if (d instanceof $root.inference.SystemSharedMemoryStatusRequest)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.SystemSharedMemoryStatusRequest: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.SystemSharedMemoryStatusRequest();
   if (d.name != null) {
    if (typeof d.name !== "string" || d.name.length) {
     m.name = $String(d.name);
    }
   }
   return m;
  };
  SystemSharedMemoryStatusRequest.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.name = "";
   }
   if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
    d.name = m.name;
   }
   return d;
  };
  SystemSharedMemoryStatusRequest.prototype.toJSON = function() {
   return SystemSharedMemoryStatusRequest.toObject(this, $protobuf.util.toJSONOptions);
  };
  return SystemSharedMemoryStatusRequest;
 })();
 inference.SystemSharedMemoryStatusResponse = (function() {
  const SystemSharedMemoryStatusResponse = function (p) {
   this.regions = {};
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  SystemSharedMemoryStatusResponse.prototype.regions = $util.emptyObject;
  SystemSharedMemoryStatusResponse.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.regions != null && $Object.hasOwnProperty.call(m, "regions")) {
    for (var ks = $Object.keys(m.regions), i = 0; i < ks.length; ++i) {
     w.uint32(/* id 1, wireType 2 =*/10).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]);
     $root.inference.SystemSharedMemoryStatusResponse.RegionStatus.encode(m.regions[ks[i]], w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
    }
   }
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  SystemSharedMemoryStatusResponse.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, k, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.SystemSharedMemoryStatusResponse();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if (m.regions === $util.emptyObject)
       m.regions = {};
      var c2 = r.size() + r.pos;
      if (c2 > r.len)
       throw $RangeError("index out of range");
      r.len = c2;
      k = "";
      v = null;
      while (r.pos < c2) {
       var t2 = r.tag();
       u = t2 & 7;
       switch (t2 >>>= 3) {
       case 1:
        if (u !== 2)
         break;
        k = r.stringVerify();
        continue;
       case 2:
        if (u !== 2)
         break;
        v = $root.inference.SystemSharedMemoryStatusResponse.RegionStatus.decode(r, r.size(), $undefined, q + 1, v);
        continue;
       }
       r.skipType(u, q, t2);
      }
      if (r.pos !== c2)
       throw $RangeError("index out of range");
      r.len = c;
      if (k === "__proto__")
       $util.makeProp(m.regions, k);
      m.regions[k] = v || new $root.inference.SystemSharedMemoryStatusResponse.RegionStatus();
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  SystemSharedMemoryStatusResponse.fromObject = function (d, q) {
   if (d instanceof $root.inference.SystemSharedMemoryStatusResponse)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.SystemSharedMemoryStatusResponse: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.SystemSharedMemoryStatusResponse();
   if (d.regions) {
    if (!$util.isObject(d.regions))
     throw $TypeError(".inference.SystemSharedMemoryStatusResponse.regions: object expected");
    m.regions = {};
    for (var ks = $Object.keys(d.regions), i = 0; i < ks.length; ++i) {
     if (ks[i] === "__proto__")
      $util.makeProp(m.regions, ks[i]);
     if (!$util.isObject(d.regions[ks[i]]))
      throw $TypeError(".inference.SystemSharedMemoryStatusResponse.regions: object expected");
     m.regions[ks[i]] = $root.inference.SystemSharedMemoryStatusResponse.RegionStatus.fromObject(d.regions[ks[i]], q + 1);
    }
   }
   return m;
  };
  SystemSharedMemoryStatusResponse.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.objects || o.defaults) {
    d.regions = {};
   }
   var ks2;
   if (m.regions && (ks2 = $Object.keys(m.regions)).length) {
    d.regions = {};
    for (var j = 0; j < ks2.length; ++j) {
     if (ks2[j] === "__proto__")
      $util.makeProp(d.regions, ks2[j]);
     d.regions[ks2[j]] = $root.inference.SystemSharedMemoryStatusResponse.RegionStatus.toObject(m.regions[ks2[j]], o, q + 1);
    }
   }
   return d;
  };
  SystemSharedMemoryStatusResponse.prototype.toJSON = function() {
   return SystemSharedMemoryStatusResponse.toObject(this, $protobuf.util.toJSONOptions);
  };
  SystemSharedMemoryStatusResponse.RegionStatus = (function() {
   const RegionStatus = function (p) {
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   RegionStatus.prototype.name = "";
   RegionStatus.prototype.key = "";
   RegionStatus.prototype.offset = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
   RegionStatus.prototype.byte_size = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
   RegionStatus.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
     w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
    if (m.key != null && $Object.hasOwnProperty.call(m, "key") && m.key !== "")
     w.uint32(/* id 2, wireType 2 =*/18).string(m.key);
    if (m.offset != null && $Object.hasOwnProperty.call(m, "offset") && (typeof m.offset === "object" ? m.offset.low || m.offset.high : m.offset !== 0))
     w.uint32(/* id 3, wireType 0 =*/24).uint64(m.offset);
    if (m.byte_size != null && $Object.hasOwnProperty.call(m, "byte_size") && (typeof m.byte_size === "object" ? m.byte_size.low || m.byte_size.high : m.byte_size !== 0))
     w.uint32(/* id 4, wireType 0 =*/32).uint64(m.byte_size);
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   RegionStatus.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.SystemSharedMemoryStatusResponse.RegionStatus();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 2)
        break;
       if ((v = r.stringVerify()).length)
        m.name = v;
       else
        delete m.name;
       continue;
      }
     case 2: {
       if (u !== 2)
        break;
       if ((v = r.stringVerify()).length)
        m.key = v;
       else
        delete m.key;
       continue;
      }
     case 3: {
       if (u !== 0)
        break;
       if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
        m.offset = v;
       else
        delete m.offset;
       continue;
      }
     case 4: {
       if (u !== 0)
        break;
       if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
        m.byte_size = v;
       else
        delete m.byte_size;
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   RegionStatus.fromObject = function (d, q) {
    if (d instanceof $root.inference.SystemSharedMemoryStatusResponse.RegionStatus)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.SystemSharedMemoryStatusResponse.RegionStatus: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.SystemSharedMemoryStatusResponse.RegionStatus();
    if (d.name != null) {
     if (typeof d.name !== "string" || d.name.length) {
      m.name = $String(d.name);
     }
    }
    if (d.key != null) {
     if (typeof d.key !== "string" || d.key.length) {
      m.key = $String(d.key);
     }
    }
    if (d.offset != null) {
     if (typeof d.offset === "object" ? d.offset.low || d.offset.high : $Number(d.offset) !== 0) {
      if ($util.Long)
       m.offset = $util.Long.fromValue(d.offset, true);
      else if (typeof d.offset === "string")
       m.offset = $parseInt(d.offset, 10);
      else if (typeof d.offset === "number")
       m.offset = d.offset;
      else if (typeof d.offset === "object")
       m.offset = new $util.LongBits(d.offset.low >>> 0, d.offset.high >>> 0).toNumber(true);
     }
    }
    if (d.byte_size != null) {
     if (typeof d.byte_size === "object" ? d.byte_size.low || d.byte_size.high : $Number(d.byte_size) !== 0) {
      if ($util.Long)
       m.byte_size = $util.Long.fromValue(d.byte_size, true);
      else if (typeof d.byte_size === "string")
       m.byte_size = $parseInt(d.byte_size, 10);
      else if (typeof d.byte_size === "number")
       m.byte_size = d.byte_size;
      else if (typeof d.byte_size === "object")
       m.byte_size = new $util.LongBits(d.byte_size.low >>> 0, d.byte_size.high >>> 0).toNumber(true);
     }
    }
    return m;
   };
   RegionStatus.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.defaults) {
     d.name = "";
     d.key = "";
     if ($util.Long) {
      var n = new $util.Long(0, 0, true);
      d.offset = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
     } else
      d.offset = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
     if ($util.Long) {
      var n = new $util.Long(0, 0, true);
      d.byte_size = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
     } else
      d.byte_size = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
    }
    if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
     d.name = m.name;
    }
    if (m.key != null && $Object.hasOwnProperty.call(m, "key")) {
     d.key = m.key;
    }
    if (m.offset != null && $Object.hasOwnProperty.call(m, "offset")) {
     if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
      d.offset = typeof m.offset === "number" ? $BigInt(m.offset) : $util.Long.fromBits(m.offset.low >>> 0, m.offset.high >>> 0, true).toBigInt();
     else if (typeof m.offset === "number")
      d.offset = o.longs === $String ? $String(m.offset) : m.offset;
     else
      d.offset = o.longs === $String ? $util.Long.prototype.toString.call(m.offset) : o.longs === $Number ? new $util.LongBits(m.offset.low >>> 0, m.offset.high >>> 0).toNumber(true) : m.offset;
    }
    if (m.byte_size != null && $Object.hasOwnProperty.call(m, "byte_size")) {
     if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
      d.byte_size = typeof m.byte_size === "number" ? $BigInt(m.byte_size) : $util.Long.fromBits(m.byte_size.low >>> 0, m.byte_size.high >>> 0, true).toBigInt();
     else if (typeof m.byte_size === "number")
      d.byte_size = o.longs === $String ? $String(m.byte_size) : m.byte_size;
     else
      d.byte_size = o.longs === $String ? $util.Long.prototype.toString.call(m.byte_size) : o.longs === $Number ? new $util.LongBits(m.byte_size.low >>> 0, m.byte_size.high >>> 0).toNumber(true) : m.byte_size;
    }
    return d;
   };
   RegionStatus.prototype.toJSON = function() {
    return RegionStatus.toObject(this, $protobuf.util.toJSONOptions);
   };
   return RegionStatus;
  })();
  return SystemSharedMemoryStatusResponse;
 })();
 inference.SystemSharedMemoryRegisterRequest = (function() {
  const SystemSharedMemoryRegisterRequest = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  SystemSharedMemoryRegisterRequest.prototype.name = "";
  SystemSharedMemoryRegisterRequest.prototype.key = "";
  SystemSharedMemoryRegisterRequest.prototype.offset = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  SystemSharedMemoryRegisterRequest.prototype.byte_size = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  SystemSharedMemoryRegisterRequest.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
   if (m.key != null && $Object.hasOwnProperty.call(m, "key") && m.key !== "")
    w.uint32(/* id 2, wireType 2 =*/18).string(m.key);
   if (m.offset != null && $Object.hasOwnProperty.call(m, "offset") && (typeof m.offset === "object" ? m.offset.low || m.offset.high : m.offset !== 0))
    w.uint32(/* id 3, wireType 0 =*/24).uint64(m.offset);
   if (m.byte_size != null && $Object.hasOwnProperty.call(m, "byte_size") && (typeof m.byte_size === "object" ? m.byte_size.low || m.byte_size.high : m.byte_size !== 0))
    w.uint32(/* id 4, wireType 0 =*/32).uint64(m.byte_size);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  SystemSharedMemoryRegisterRequest.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.SystemSharedMemoryRegisterRequest();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.name = v;
      else
       delete m.name;
      continue;
     }
    case 2: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.key = v;
      else
       delete m.key;
      continue;
     }
    case 3: {
      if (u !== 0)
       break;
      if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
       m.offset = v;
      else
       delete m.offset;
      continue;
     }
    case 4: {
      if (u !== 0)
       break;
      if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
       m.byte_size = v;
      else
       delete m.byte_size;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  SystemSharedMemoryRegisterRequest.fromObject = function (d, q) {
   if (d instanceof $root.inference.SystemSharedMemoryRegisterRequest)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.SystemSharedMemoryRegisterRequest: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.SystemSharedMemoryRegisterRequest();
   if (d.name != null) {
    if (typeof d.name !== "string" || d.name.length) {
     m.name = $String(d.name);
    }
   }
   if (d.key != null) {
    if (typeof d.key !== "string" || d.key.length) {
     m.key = $String(d.key);
    }
   }
   if (d.offset != null) {
    if (typeof d.offset === "object" ? d.offset.low || d.offset.high : $Number(d.offset) !== 0) {
     if ($util.Long)
      m.offset = $util.Long.fromValue(d.offset, true);
     else if (typeof d.offset === "string")
      m.offset = $parseInt(d.offset, 10);
     else if (typeof d.offset === "number")
      m.offset = d.offset;
     else if (typeof d.offset === "object")
      m.offset = new $util.LongBits(d.offset.low >>> 0, d.offset.high >>> 0).toNumber(true);
    }
   }
   if (d.byte_size != null) {
    if (typeof d.byte_size === "object" ? d.byte_size.low || d.byte_size.high : $Number(d.byte_size) !== 0) {
     if ($util.Long)
      m.byte_size = $util.Long.fromValue(d.byte_size, true);
     else if (typeof d.byte_size === "string")
      m.byte_size = $parseInt(d.byte_size, 10);
     else if (typeof d.byte_size === "number")
      m.byte_size = d.byte_size;
     else if (typeof d.byte_size === "object")
      m.byte_size = new $util.LongBits(d.byte_size.low >>> 0, d.byte_size.high >>> 0).toNumber(true);
    }
   }
   return m;
  };
  SystemSharedMemoryRegisterRequest.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.name = "";
    d.key = "";
    if ($util.Long) {
     var n = new $util.Long(0, 0, true);
     d.offset = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
    } else
     d.offset = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
    if ($util.Long) {
     var n = new $util.Long(0, 0, true);
     d.byte_size = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
    } else
     d.byte_size = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
   }
   if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
    d.name = m.name;
   }
   if (m.key != null && $Object.hasOwnProperty.call(m, "key")) {
    d.key = m.key;
   }
   if (m.offset != null && $Object.hasOwnProperty.call(m, "offset")) {
    if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
     d.offset = typeof m.offset === "number" ? $BigInt(m.offset) : $util.Long.fromBits(m.offset.low >>> 0, m.offset.high >>> 0, true).toBigInt();
    else if (typeof m.offset === "number")
     d.offset = o.longs === $String ? $String(m.offset) : m.offset;
    else
     d.offset = o.longs === $String ? $util.Long.prototype.toString.call(m.offset) : o.longs === $Number ? new $util.LongBits(m.offset.low >>> 0, m.offset.high >>> 0).toNumber(true) : m.offset;
   }
   if (m.byte_size != null && $Object.hasOwnProperty.call(m, "byte_size")) {
    if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
     d.byte_size = typeof m.byte_size === "number" ? $BigInt(m.byte_size) : $util.Long.fromBits(m.byte_size.low >>> 0, m.byte_size.high >>> 0, true).toBigInt();
    else if (typeof m.byte_size === "number")
     d.byte_size = o.longs === $String ? $String(m.byte_size) : m.byte_size;
    else
     d.byte_size = o.longs === $String ? $util.Long.prototype.toString.call(m.byte_size) : o.longs === $Number ? new $util.LongBits(m.byte_size.low >>> 0, m.byte_size.high >>> 0).toNumber(true) : m.byte_size;
   }
   return d;
  };
  SystemSharedMemoryRegisterRequest.prototype.toJSON = function() {
   return SystemSharedMemoryRegisterRequest.toObject(this, $protobuf.util.toJSONOptions);
  };
  return SystemSharedMemoryRegisterRequest;
 })();
 inference.SystemSharedMemoryRegisterResponse = (function() {
  const SystemSharedMemoryRegisterResponse = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  SystemSharedMemoryRegisterResponse.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  SystemSharedMemoryRegisterResponse.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.SystemSharedMemoryRegisterResponse();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    r.skipType(t & 7, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  SystemSharedMemoryRegisterResponse.fromObject = function (d, q) {
   if (d instanceof $root.inference.SystemSharedMemoryRegisterResponse)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.SystemSharedMemoryRegisterResponse: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   return new $root.inference.SystemSharedMemoryRegisterResponse();
  };
  SystemSharedMemoryRegisterResponse.toObject = function () {
   return {};
  };
  SystemSharedMemoryRegisterResponse.prototype.toJSON = function() {
   return SystemSharedMemoryRegisterResponse.toObject(this, $protobuf.util.toJSONOptions);
  };
  return SystemSharedMemoryRegisterResponse;
 })();
 inference.SystemSharedMemoryUnregisterRequest = (function() {
  const SystemSharedMemoryUnregisterRequest = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  SystemSharedMemoryUnregisterRequest.prototype.name = "";
  SystemSharedMemoryUnregisterRequest.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  SystemSharedMemoryUnregisterRequest.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.SystemSharedMemoryUnregisterRequest();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.name = v;
      else
       delete m.name;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  SystemSharedMemoryUnregisterRequest.fromObject = function (d, q) {
   if (d instanceof $root.inference.SystemSharedMemoryUnregisterRequest)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.SystemSharedMemoryUnregisterRequest: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.SystemSharedMemoryUnregisterRequest();
   if (d.name != null) {
    if (typeof d.name !== "string" || d.name.length) {
     m.name = $String(d.name);
    }
   }
   return m;
  };
  SystemSharedMemoryUnregisterRequest.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.name = "";
   }
   if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
    d.name = m.name;
   }
   return d;
  };
  SystemSharedMemoryUnregisterRequest.prototype.toJSON = function() {
   return SystemSharedMemoryUnregisterRequest.toObject(this, $protobuf.util.toJSONOptions);
  };
  return SystemSharedMemoryUnregisterRequest;
 })();
 inference.SystemSharedMemoryUnregisterResponse = (function() {
  const SystemSharedMemoryUnregisterResponse = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  SystemSharedMemoryUnregisterResponse.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  SystemSharedMemoryUnregisterResponse.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.SystemSharedMemoryUnregisterResponse();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    r.skipType(t & 7, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  SystemSharedMemoryUnregisterResponse.fromObject = function (d, q) {
   if (d instanceof $root.inference.SystemSharedMemoryUnregisterResponse)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.SystemSharedMemoryUnregisterResponse: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   return new $root.inference.SystemSharedMemoryUnregisterResponse();
  };
  SystemSharedMemoryUnregisterResponse.toObject = function () {
   return {};
  };
  SystemSharedMemoryUnregisterResponse.prototype.toJSON = function() {
   return SystemSharedMemoryUnregisterResponse.toObject(this, $protobuf.util.toJSONOptions);
  };
  return SystemSharedMemoryUnregisterResponse;
 })();
 inference.CudaSharedMemoryStatusRequest = (function() {
  const CudaSharedMemoryStatusRequest = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  CudaSharedMemoryStatusRequest.prototype.name = "";
  CudaSharedMemoryStatusRequest.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  CudaSharedMemoryStatusRequest.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.CudaSharedMemoryStatusRequest();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.name = v;
      else
       delete m.name;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  CudaSharedMemoryStatusRequest.fromObject = function (d, q) {
   if (d instanceof $root.inference.CudaSharedMemoryStatusRequest)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.CudaSharedMemoryStatusRequest: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.CudaSharedMemoryStatusRequest();
   if (d.name != null) {
    if (typeof d.name !== "string" || d.name.length) {
     m.name = $String(d.name);
    }
   }
   return m;
  };
  CudaSharedMemoryStatusRequest.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.name = "";
   }
   if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
    d.name = m.name;
   }
   return d;
  };
  CudaSharedMemoryStatusRequest.prototype.toJSON = function() {
   return CudaSharedMemoryStatusRequest.toObject(this, $protobuf.util.toJSONOptions);
  };
  return CudaSharedMemoryStatusRequest;
 })();
 inference.CudaSharedMemoryStatusResponse = (function() {
  const CudaSharedMemoryStatusResponse = function (p) {
   this.regions = {};
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  CudaSharedMemoryStatusResponse.prototype.regions = $util.emptyObject;
  CudaSharedMemoryStatusResponse.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.regions != null && $Object.hasOwnProperty.call(m, "regions")) {
    for (var ks = $Object.keys(m.regions), i = 0; i < ks.length; ++i) {
     w.uint32(/* id 1, wireType 2 =*/10).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]);
     $root.inference.CudaSharedMemoryStatusResponse.RegionStatus.encode(m.regions[ks[i]], w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
    }
   }
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  CudaSharedMemoryStatusResponse.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, k, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.CudaSharedMemoryStatusResponse();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if (m.regions === $util.emptyObject)
       m.regions = {};
      var c2 = r.size() + r.pos;
      if (c2 > r.len)
       throw $RangeError("index out of range");
      r.len = c2;
      k = "";
      v = null;
      while (r.pos < c2) {
       var t2 = r.tag();
       u = t2 & 7;
       switch (t2 >>>= 3) {
       case 1:
        if (u !== 2)
         break;
        k = r.stringVerify();
        continue;
       case 2:
        if (u !== 2)
         break;
        v = $root.inference.CudaSharedMemoryStatusResponse.RegionStatus.decode(r, r.size(), $undefined, q + 1, v);
        continue;
       }
       r.skipType(u, q, t2);
      }
      if (r.pos !== c2)
       throw $RangeError("index out of range");
      r.len = c;
      if (k === "__proto__")
       $util.makeProp(m.regions, k);
      m.regions[k] = v || new $root.inference.CudaSharedMemoryStatusResponse.RegionStatus();
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  CudaSharedMemoryStatusResponse.fromObject = function (d, q) {
   if (d instanceof $root.inference.CudaSharedMemoryStatusResponse)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.CudaSharedMemoryStatusResponse: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.CudaSharedMemoryStatusResponse();
   if (d.regions) {
    if (!$util.isObject(d.regions))
     throw $TypeError(".inference.CudaSharedMemoryStatusResponse.regions: object expected");
    m.regions = {};
    for (var ks = $Object.keys(d.regions), i = 0; i < ks.length; ++i) {
     if (ks[i] === "__proto__")
      $util.makeProp(m.regions, ks[i]);
     if (!$util.isObject(d.regions[ks[i]]))
      throw $TypeError(".inference.CudaSharedMemoryStatusResponse.regions: object expected");
     m.regions[ks[i]] = $root.inference.CudaSharedMemoryStatusResponse.RegionStatus.fromObject(d.regions[ks[i]], q + 1);
    }
   }
   return m;
  };
  CudaSharedMemoryStatusResponse.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.objects || o.defaults) {
    d.regions = {};
   }
   var ks2;
   if (m.regions && (ks2 = $Object.keys(m.regions)).length) {
    d.regions = {};
    for (var j = 0; j < ks2.length; ++j) {
     if (ks2[j] === "__proto__")
      $util.makeProp(d.regions, ks2[j]);
     d.regions[ks2[j]] = $root.inference.CudaSharedMemoryStatusResponse.RegionStatus.toObject(m.regions[ks2[j]], o, q + 1);
    }
   }
   return d;
  };
  CudaSharedMemoryStatusResponse.prototype.toJSON = function() {
   return CudaSharedMemoryStatusResponse.toObject(this, $protobuf.util.toJSONOptions);
  };
  CudaSharedMemoryStatusResponse.RegionStatus = (function() {
   const RegionStatus = function (p) {
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   RegionStatus.prototype.name = "";
   RegionStatus.prototype.device_id = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
   RegionStatus.prototype.byte_size = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
   RegionStatus.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
     w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
    if (m.device_id != null && $Object.hasOwnProperty.call(m, "device_id") && (typeof m.device_id === "object" ? m.device_id.low || m.device_id.high : m.device_id !== 0))
     w.uint32(/* id 2, wireType 0 =*/16).uint64(m.device_id);
    if (m.byte_size != null && $Object.hasOwnProperty.call(m, "byte_size") && (typeof m.byte_size === "object" ? m.byte_size.low || m.byte_size.high : m.byte_size !== 0))
     w.uint32(/* id 3, wireType 0 =*/24).uint64(m.byte_size);
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   RegionStatus.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.CudaSharedMemoryStatusResponse.RegionStatus();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 2)
        break;
       if ((v = r.stringVerify()).length)
        m.name = v;
       else
        delete m.name;
       continue;
      }
     case 2: {
       if (u !== 0)
        break;
       if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
        m.device_id = v;
       else
        delete m.device_id;
       continue;
      }
     case 3: {
       if (u !== 0)
        break;
       if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
        m.byte_size = v;
       else
        delete m.byte_size;
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   RegionStatus.fromObject = function (d, q) {
    if (d instanceof $root.inference.CudaSharedMemoryStatusResponse.RegionStatus)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.CudaSharedMemoryStatusResponse.RegionStatus: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.CudaSharedMemoryStatusResponse.RegionStatus();
    if (d.name != null) {
     if (typeof d.name !== "string" || d.name.length) {
      m.name = $String(d.name);
     }
    }
    if (d.device_id != null) {
     if (typeof d.device_id === "object" ? d.device_id.low || d.device_id.high : $Number(d.device_id) !== 0) {
      if ($util.Long)
       m.device_id = $util.Long.fromValue(d.device_id, true);
      else if (typeof d.device_id === "string")
       m.device_id = $parseInt(d.device_id, 10);
      else if (typeof d.device_id === "number")
       m.device_id = d.device_id;
      else if (typeof d.device_id === "object")
       m.device_id = new $util.LongBits(d.device_id.low >>> 0, d.device_id.high >>> 0).toNumber(true);
     }
    }
    if (d.byte_size != null) {
     if (typeof d.byte_size === "object" ? d.byte_size.low || d.byte_size.high : $Number(d.byte_size) !== 0) {
      if ($util.Long)
       m.byte_size = $util.Long.fromValue(d.byte_size, true);
      else if (typeof d.byte_size === "string")
       m.byte_size = $parseInt(d.byte_size, 10);
      else if (typeof d.byte_size === "number")
       m.byte_size = d.byte_size;
      else if (typeof d.byte_size === "object")
       m.byte_size = new $util.LongBits(d.byte_size.low >>> 0, d.byte_size.high >>> 0).toNumber(true);
     }
    }
    return m;
   };
   RegionStatus.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.defaults) {
     d.name = "";
     if ($util.Long) {
      var n = new $util.Long(0, 0, true);
      d.device_id = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
     } else
      d.device_id = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
     if ($util.Long) {
      var n = new $util.Long(0, 0, true);
      d.byte_size = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
     } else
      d.byte_size = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
    }
    if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
     d.name = m.name;
    }
    if (m.device_id != null && $Object.hasOwnProperty.call(m, "device_id")) {
     if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
      d.device_id = typeof m.device_id === "number" ? $BigInt(m.device_id) : $util.Long.fromBits(m.device_id.low >>> 0, m.device_id.high >>> 0, true).toBigInt();
     else if (typeof m.device_id === "number")
      d.device_id = o.longs === $String ? $String(m.device_id) : m.device_id;
     else
      d.device_id = o.longs === $String ? $util.Long.prototype.toString.call(m.device_id) : o.longs === $Number ? new $util.LongBits(m.device_id.low >>> 0, m.device_id.high >>> 0).toNumber(true) : m.device_id;
    }
    if (m.byte_size != null && $Object.hasOwnProperty.call(m, "byte_size")) {
     if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
      d.byte_size = typeof m.byte_size === "number" ? $BigInt(m.byte_size) : $util.Long.fromBits(m.byte_size.low >>> 0, m.byte_size.high >>> 0, true).toBigInt();
     else if (typeof m.byte_size === "number")
      d.byte_size = o.longs === $String ? $String(m.byte_size) : m.byte_size;
     else
      d.byte_size = o.longs === $String ? $util.Long.prototype.toString.call(m.byte_size) : o.longs === $Number ? new $util.LongBits(m.byte_size.low >>> 0, m.byte_size.high >>> 0).toNumber(true) : m.byte_size;
    }
    return d;
   };
   RegionStatus.prototype.toJSON = function() {
    return RegionStatus.toObject(this, $protobuf.util.toJSONOptions);
   };
   return RegionStatus;
  })();
  return CudaSharedMemoryStatusResponse;
 })();
 inference.CudaSharedMemoryRegisterRequest = (function() {
  const CudaSharedMemoryRegisterRequest = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  CudaSharedMemoryRegisterRequest.prototype.name = "";
  CudaSharedMemoryRegisterRequest.prototype.raw_handle = $util.newBuffer([]);
  CudaSharedMemoryRegisterRequest.prototype.device_id = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
  CudaSharedMemoryRegisterRequest.prototype.byte_size = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  CudaSharedMemoryRegisterRequest.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
   if (m.raw_handle != null && $Object.hasOwnProperty.call(m, "raw_handle") && m.raw_handle.length)
    w.uint32(/* id 2, wireType 2 =*/18).bytes(m.raw_handle);
   if (m.device_id != null && $Object.hasOwnProperty.call(m, "device_id") && (typeof m.device_id === "object" ? m.device_id.low || m.device_id.high : m.device_id !== 0))
    w.uint32(/* id 3, wireType 0 =*/24).int64(m.device_id);
   if (m.byte_size != null && $Object.hasOwnProperty.call(m, "byte_size") && (typeof m.byte_size === "object" ? m.byte_size.low || m.byte_size.high : m.byte_size !== 0))
    w.uint32(/* id 4, wireType 0 =*/32).uint64(m.byte_size);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  CudaSharedMemoryRegisterRequest.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.CudaSharedMemoryRegisterRequest();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.name = v;
      else
       delete m.name;
      continue;
     }
    case 2: {
      if (u !== 2)
       break;
      if ((v = r.bytes()).length)
       m.raw_handle = v;
      else
       delete m.raw_handle;
      continue;
     }
    case 3: {
      if (u !== 0)
       break;
      if (typeof (v = r.int64()) === "object" ? v.low || v.high : v !== 0)
       m.device_id = v;
      else
       delete m.device_id;
      continue;
     }
    case 4: {
      if (u !== 0)
       break;
      if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
       m.byte_size = v;
      else
       delete m.byte_size;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  CudaSharedMemoryRegisterRequest.fromObject = function (d, q) {
   if (d instanceof $root.inference.CudaSharedMemoryRegisterRequest)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.CudaSharedMemoryRegisterRequest: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.CudaSharedMemoryRegisterRequest();
   if (d.name != null) {
    if (typeof d.name !== "string" || d.name.length) {
     m.name = $String(d.name);
    }
   }
   if (d.raw_handle != null) {
    if (d.raw_handle.length) {
     if (typeof d.raw_handle === "string")
      $util.base64.decode(d.raw_handle, m.raw_handle = $util.newBuffer($util.base64.length(d.raw_handle)), 0);
     else if (d.raw_handle.length >= 0)
      m.raw_handle = d.raw_handle;
    }
   }
   if (d.device_id != null) {
    if (typeof d.device_id === "object" ? d.device_id.low || d.device_id.high : $Number(d.device_id) !== 0) {
     if ($util.Long)
      m.device_id = $util.Long.fromValue(d.device_id, false);
     else if (typeof d.device_id === "string")
      m.device_id = $parseInt(d.device_id, 10);
     else if (typeof d.device_id === "number")
      m.device_id = d.device_id;
     else if (typeof d.device_id === "object")
      m.device_id = new $util.LongBits(d.device_id.low >>> 0, d.device_id.high >>> 0).toNumber();
    }
   }
   if (d.byte_size != null) {
    if (typeof d.byte_size === "object" ? d.byte_size.low || d.byte_size.high : $Number(d.byte_size) !== 0) {
     if ($util.Long)
      m.byte_size = $util.Long.fromValue(d.byte_size, true);
     else if (typeof d.byte_size === "string")
      m.byte_size = $parseInt(d.byte_size, 10);
     else if (typeof d.byte_size === "number")
      m.byte_size = d.byte_size;
     else if (typeof d.byte_size === "object")
      m.byte_size = new $util.LongBits(d.byte_size.low >>> 0, d.byte_size.high >>> 0).toNumber(true);
    }
   }
   return m;
  };
  CudaSharedMemoryRegisterRequest.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.name = "";
    if (o.bytes === $String)
     d.raw_handle = "";
    else {
     d.raw_handle = [];
     if (o.bytes !== $Array)
      d.raw_handle = $util.newBuffer(d.raw_handle);
    }
    if ($util.Long) {
     var n = new $util.Long(0, 0, false);
     d.device_id = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
    } else
     d.device_id = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
    if ($util.Long) {
     var n = new $util.Long(0, 0, true);
     d.byte_size = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
    } else
     d.byte_size = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
   }
   if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
    d.name = m.name;
   }
   if (m.raw_handle != null && $Object.hasOwnProperty.call(m, "raw_handle")) {
    d.raw_handle = o.bytes === $String ? $util.base64.encode(m.raw_handle, 0, m.raw_handle.length) : o.bytes === $Array ? $Array.prototype.slice.call(m.raw_handle) : m.raw_handle;
   }
   if (m.device_id != null && $Object.hasOwnProperty.call(m, "device_id")) {
    if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
     d.device_id = typeof m.device_id === "number" ? $BigInt(m.device_id) : $util.Long.fromBits(m.device_id.low >>> 0, m.device_id.high >>> 0, false).toBigInt();
    else if (typeof m.device_id === "number")
     d.device_id = o.longs === $String ? $String(m.device_id) : m.device_id;
    else
     d.device_id = o.longs === $String ? $util.Long.prototype.toString.call(m.device_id) : o.longs === $Number ? new $util.LongBits(m.device_id.low >>> 0, m.device_id.high >>> 0).toNumber() : m.device_id;
   }
   if (m.byte_size != null && $Object.hasOwnProperty.call(m, "byte_size")) {
    if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
     d.byte_size = typeof m.byte_size === "number" ? $BigInt(m.byte_size) : $util.Long.fromBits(m.byte_size.low >>> 0, m.byte_size.high >>> 0, true).toBigInt();
    else if (typeof m.byte_size === "number")
     d.byte_size = o.longs === $String ? $String(m.byte_size) : m.byte_size;
    else
     d.byte_size = o.longs === $String ? $util.Long.prototype.toString.call(m.byte_size) : o.longs === $Number ? new $util.LongBits(m.byte_size.low >>> 0, m.byte_size.high >>> 0).toNumber(true) : m.byte_size;
   }
   return d;
  };
  CudaSharedMemoryRegisterRequest.prototype.toJSON = function() {
   return CudaSharedMemoryRegisterRequest.toObject(this, $protobuf.util.toJSONOptions);
  };
  return CudaSharedMemoryRegisterRequest;
 })();
 inference.CudaSharedMemoryRegisterResponse = (function() {
  const CudaSharedMemoryRegisterResponse = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  CudaSharedMemoryRegisterResponse.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  CudaSharedMemoryRegisterResponse.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.CudaSharedMemoryRegisterResponse();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    r.skipType(t & 7, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  CudaSharedMemoryRegisterResponse.fromObject = function (d, q) {
   if (d instanceof $root.inference.CudaSharedMemoryRegisterResponse)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.CudaSharedMemoryRegisterResponse: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   return new $root.inference.CudaSharedMemoryRegisterResponse();
  };
  CudaSharedMemoryRegisterResponse.toObject = function () {
   return {};
  };
  CudaSharedMemoryRegisterResponse.prototype.toJSON = function() {
   return CudaSharedMemoryRegisterResponse.toObject(this, $protobuf.util.toJSONOptions);
  };
  return CudaSharedMemoryRegisterResponse;
 })();
 inference.CudaSharedMemoryUnregisterRequest = (function() {
  const CudaSharedMemoryUnregisterRequest = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  CudaSharedMemoryUnregisterRequest.prototype.name = "";
  CudaSharedMemoryUnregisterRequest.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  CudaSharedMemoryUnregisterRequest.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.CudaSharedMemoryUnregisterRequest();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.name = v;
      else
       delete m.name;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  CudaSharedMemoryUnregisterRequest.fromObject = function (d, q) {
   if (d instanceof $root.inference.CudaSharedMemoryUnregisterRequest)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.CudaSharedMemoryUnregisterRequest: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.CudaSharedMemoryUnregisterRequest();
   if (d.name != null) {
    if (typeof d.name !== "string" || d.name.length) {
     m.name = $String(d.name);
    }
   }
   return m;
  };
  CudaSharedMemoryUnregisterRequest.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.name = "";
   }
   if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
    d.name = m.name;
   }
   return d;
  };
  CudaSharedMemoryUnregisterRequest.prototype.toJSON = function() {
   return CudaSharedMemoryUnregisterRequest.toObject(this, $protobuf.util.toJSONOptions);
  };
  return CudaSharedMemoryUnregisterRequest;
 })();
 inference.CudaSharedMemoryUnregisterResponse = (function() {
  const CudaSharedMemoryUnregisterResponse = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  CudaSharedMemoryUnregisterResponse.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  CudaSharedMemoryUnregisterResponse.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.CudaSharedMemoryUnregisterResponse();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    r.skipType(t & 7, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  CudaSharedMemoryUnregisterResponse.fromObject = function (d, q) {
   if (d instanceof $root.inference.CudaSharedMemoryUnregisterResponse)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.CudaSharedMemoryUnregisterResponse: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   return new $root.inference.CudaSharedMemoryUnregisterResponse();
  };
  CudaSharedMemoryUnregisterResponse.toObject = function () {
   return {};
  };
  CudaSharedMemoryUnregisterResponse.prototype.toJSON = function() {
   return CudaSharedMemoryUnregisterResponse.toObject(this, $protobuf.util.toJSONOptions);
  };
  return CudaSharedMemoryUnregisterResponse;
 })();
 inference.TraceSettingRequest = (function() {
  const TraceSettingRequest = function (p) {
   this.settings = {};
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  TraceSettingRequest.prototype.settings = $util.emptyObject;
  TraceSettingRequest.prototype.model_name = "";
  TraceSettingRequest.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.settings != null && $Object.hasOwnProperty.call(m, "settings")) {
    for (var ks = $Object.keys(m.settings), i = 0; i < ks.length; ++i) {
     w.uint32(/* id 1, wireType 2 =*/10).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]);
     $root.inference.TraceSettingRequest.SettingValue.encode(m.settings[ks[i]], w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
    }
   }
   if (m.model_name != null && $Object.hasOwnProperty.call(m, "model_name") && m.model_name !== "")
    w.uint32(/* id 2, wireType 2 =*/18).string(m.model_name);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  TraceSettingRequest.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, k, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.TraceSettingRequest();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if (m.settings === $util.emptyObject)
       m.settings = {};
      var c2 = r.size() + r.pos;
      if (c2 > r.len)
       throw $RangeError("index out of range");
      r.len = c2;
      k = "";
      v = null;
      while (r.pos < c2) {
       var t2 = r.tag();
       u = t2 & 7;
       switch (t2 >>>= 3) {
       case 1:
        if (u !== 2)
         break;
        k = r.stringVerify();
        continue;
       case 2:
        if (u !== 2)
         break;
        v = $root.inference.TraceSettingRequest.SettingValue.decode(r, r.size(), $undefined, q + 1, v);
        continue;
       }
       r.skipType(u, q, t2);
      }
      if (r.pos !== c2)
       throw $RangeError("index out of range");
      r.len = c;
      if (k === "__proto__")
       $util.makeProp(m.settings, k);
      m.settings[k] = v || new $root.inference.TraceSettingRequest.SettingValue();
      continue;
     }
    case 2: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.model_name = v;
      else
       delete m.model_name;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  TraceSettingRequest.fromObject = function (d, q) {
   if (d instanceof $root.inference.TraceSettingRequest)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.TraceSettingRequest: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.TraceSettingRequest();
   if (d.settings) {
    if (!$util.isObject(d.settings))
     throw $TypeError(".inference.TraceSettingRequest.settings: object expected");
    m.settings = {};
    for (var ks = $Object.keys(d.settings), i = 0; i < ks.length; ++i) {
     if (ks[i] === "__proto__")
      $util.makeProp(m.settings, ks[i]);
     if (!$util.isObject(d.settings[ks[i]]))
      throw $TypeError(".inference.TraceSettingRequest.settings: object expected");
     m.settings[ks[i]] = $root.inference.TraceSettingRequest.SettingValue.fromObject(d.settings[ks[i]], q + 1);
    }
   }
   if (d.model_name != null) {
    if (typeof d.model_name !== "string" || d.model_name.length) {
     m.model_name = $String(d.model_name);
    }
   }
   return m;
  };
  TraceSettingRequest.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.objects || o.defaults) {
    d.settings = {};
   }
   if (o.defaults) {
    d.model_name = "";
   }
   var ks2;
   if (m.settings && (ks2 = $Object.keys(m.settings)).length) {
    d.settings = {};
    for (var j = 0; j < ks2.length; ++j) {
     if (ks2[j] === "__proto__")
      $util.makeProp(d.settings, ks2[j]);
     d.settings[ks2[j]] = $root.inference.TraceSettingRequest.SettingValue.toObject(m.settings[ks2[j]], o, q + 1);
    }
   }
   if (m.model_name != null && $Object.hasOwnProperty.call(m, "model_name")) {
    d.model_name = m.model_name;
   }
   return d;
  };
  TraceSettingRequest.prototype.toJSON = function() {
   return TraceSettingRequest.toObject(this, $protobuf.util.toJSONOptions);
  };
  TraceSettingRequest.SettingValue = (function() {
   const SettingValue = function (p) {
    this.value = [];
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   SettingValue.prototype.value = $util.emptyArray;
   SettingValue.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.value != null && m.value.length) {
     for (var i = 0; i < m.value.length; ++i)
      w.uint32(/* id 1, wireType 2 =*/10).string(m.value[i]);
    }
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   SettingValue.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.TraceSettingRequest.SettingValue();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 2)
        break;
       if (!(m.value && m.value.length))
        m.value = [];
       m.value.push(r.stringVerify());
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   SettingValue.fromObject = function (d, q) {
    if (d instanceof $root.inference.TraceSettingRequest.SettingValue)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.TraceSettingRequest.SettingValue: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.TraceSettingRequest.SettingValue();
    if (d.value) {
     if (!$Array.isArray(d.value))
      throw $TypeError(".inference.TraceSettingRequest.SettingValue.value: array expected");
     m.value = $Array(d.value.length);
     for (var i = 0; i < d.value.length; ++i) {
      m.value[i] = $String(d.value[i]);
     }
    }
    return m;
   };
   SettingValue.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.arrays || o.defaults) {
     d.value = [];
    }
    if (m.value && m.value.length) {
     d.value = $Array(m.value.length);
     for (var j = 0; j < m.value.length; ++j) {
      d.value[j] = m.value[j];
     }
    }
    return d;
   };
   SettingValue.prototype.toJSON = function() {
    return SettingValue.toObject(this, $protobuf.util.toJSONOptions);
   };
   return SettingValue;
  })();
  return TraceSettingRequest;
 })();
 inference.TraceSettingResponse = (function() {
  const TraceSettingResponse = function (p) {
   this.settings = {};
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  TraceSettingResponse.prototype.settings = $util.emptyObject;
  TraceSettingResponse.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.settings != null && $Object.hasOwnProperty.call(m, "settings")) {
    for (var ks = $Object.keys(m.settings), i = 0; i < ks.length; ++i) {
     w.uint32(/* id 1, wireType 2 =*/10).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]);
     $root.inference.TraceSettingResponse.SettingValue.encode(m.settings[ks[i]], w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
    }
   }
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  TraceSettingResponse.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, k, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.TraceSettingResponse();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if (m.settings === $util.emptyObject)
       m.settings = {};
      var c2 = r.size() + r.pos;
      if (c2 > r.len)
       throw $RangeError("index out of range");
      r.len = c2;
      k = "";
      v = null;
      while (r.pos < c2) {
       var t2 = r.tag();
       u = t2 & 7;
       switch (t2 >>>= 3) {
       case 1:
        if (u !== 2)
         break;
        k = r.stringVerify();
        continue;
       case 2:
        if (u !== 2)
         break;
        v = $root.inference.TraceSettingResponse.SettingValue.decode(r, r.size(), $undefined, q + 1, v);
        continue;
       }
       r.skipType(u, q, t2);
      }
      if (r.pos !== c2)
       throw $RangeError("index out of range");
      r.len = c;
      if (k === "__proto__")
       $util.makeProp(m.settings, k);
      m.settings[k] = v || new $root.inference.TraceSettingResponse.SettingValue();
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  TraceSettingResponse.fromObject = function (d, q) {
   if (d instanceof $root.inference.TraceSettingResponse)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.TraceSettingResponse: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.TraceSettingResponse();
   if (d.settings) {
    if (!$util.isObject(d.settings))
     throw $TypeError(".inference.TraceSettingResponse.settings: object expected");
    m.settings = {};
    for (var ks = $Object.keys(d.settings), i = 0; i < ks.length; ++i) {
     if (ks[i] === "__proto__")
      $util.makeProp(m.settings, ks[i]);
     if (!$util.isObject(d.settings[ks[i]]))
      throw $TypeError(".inference.TraceSettingResponse.settings: object expected");
     m.settings[ks[i]] = $root.inference.TraceSettingResponse.SettingValue.fromObject(d.settings[ks[i]], q + 1);
    }
   }
   return m;
  };
  TraceSettingResponse.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.objects || o.defaults) {
    d.settings = {};
   }
   var ks2;
   if (m.settings && (ks2 = $Object.keys(m.settings)).length) {
    d.settings = {};
    for (var j = 0; j < ks2.length; ++j) {
     if (ks2[j] === "__proto__")
      $util.makeProp(d.settings, ks2[j]);
     d.settings[ks2[j]] = $root.inference.TraceSettingResponse.SettingValue.toObject(m.settings[ks2[j]], o, q + 1);
    }
   }
   return d;
  };
  TraceSettingResponse.prototype.toJSON = function() {
   return TraceSettingResponse.toObject(this, $protobuf.util.toJSONOptions);
  };
  TraceSettingResponse.SettingValue = (function() {
   const SettingValue = function (p) {
    this.value = [];
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   SettingValue.prototype.value = $util.emptyArray;
   SettingValue.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.value != null && m.value.length) {
     for (var i = 0; i < m.value.length; ++i)
      w.uint32(/* id 1, wireType 2 =*/10).string(m.value[i]);
    }
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   SettingValue.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.TraceSettingResponse.SettingValue();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 2)
        break;
       if (!(m.value && m.value.length))
        m.value = [];
       m.value.push(r.stringVerify());
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   SettingValue.fromObject = function (d, q) {
    if (d instanceof $root.inference.TraceSettingResponse.SettingValue)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.TraceSettingResponse.SettingValue: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.TraceSettingResponse.SettingValue();
    if (d.value) {
     if (!$Array.isArray(d.value))
      throw $TypeError(".inference.TraceSettingResponse.SettingValue.value: array expected");
     m.value = $Array(d.value.length);
     for (var i = 0; i < d.value.length; ++i) {
      m.value[i] = $String(d.value[i]);
     }
    }
    return m;
   };
   SettingValue.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.arrays || o.defaults) {
     d.value = [];
    }
    if (m.value && m.value.length) {
     d.value = $Array(m.value.length);
     for (var j = 0; j < m.value.length; ++j) {
      d.value[j] = m.value[j];
     }
    }
    return d;
   };
   SettingValue.prototype.toJSON = function() {
    return SettingValue.toObject(this, $protobuf.util.toJSONOptions);
   };
   return SettingValue;
  })();
  return TraceSettingResponse;
 })();
 inference.LogSettingsRequest = (function() {
  const LogSettingsRequest = function (p) {
   this.settings = {};
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  LogSettingsRequest.prototype.settings = $util.emptyObject;
  LogSettingsRequest.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.settings != null && $Object.hasOwnProperty.call(m, "settings")) {
    for (var ks = $Object.keys(m.settings), i = 0; i < ks.length; ++i) {
     w.uint32(/* id 1, wireType 2 =*/10).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]);
     $root.inference.LogSettingsRequest.SettingValue.encode(m.settings[ks[i]], w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
    }
   }
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  LogSettingsRequest.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, k, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.LogSettingsRequest();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if (m.settings === $util.emptyObject)
       m.settings = {};
      var c2 = r.size() + r.pos;
      if (c2 > r.len)
       throw $RangeError("index out of range");
      r.len = c2;
      k = "";
      v = null;
      while (r.pos < c2) {
       var t2 = r.tag();
       u = t2 & 7;
       switch (t2 >>>= 3) {
       case 1:
        if (u !== 2)
         break;
        k = r.stringVerify();
        continue;
       case 2:
        if (u !== 2)
         break;
        v = $root.inference.LogSettingsRequest.SettingValue.decode(r, r.size(), $undefined, q + 1, v);
        continue;
       }
       r.skipType(u, q, t2);
      }
      if (r.pos !== c2)
       throw $RangeError("index out of range");
      r.len = c;
      if (k === "__proto__")
       $util.makeProp(m.settings, k);
      m.settings[k] = v || new $root.inference.LogSettingsRequest.SettingValue();
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  LogSettingsRequest.fromObject = function (d, q) {
   if (d instanceof $root.inference.LogSettingsRequest)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.LogSettingsRequest: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.LogSettingsRequest();
   if (d.settings) {
    if (!$util.isObject(d.settings))
     throw $TypeError(".inference.LogSettingsRequest.settings: object expected");
    m.settings = {};
    for (var ks = $Object.keys(d.settings), i = 0; i < ks.length; ++i) {
     if (ks[i] === "__proto__")
      $util.makeProp(m.settings, ks[i]);
     if (!$util.isObject(d.settings[ks[i]]))
      throw $TypeError(".inference.LogSettingsRequest.settings: object expected");
     m.settings[ks[i]] = $root.inference.LogSettingsRequest.SettingValue.fromObject(d.settings[ks[i]], q + 1);
    }
   }
   return m;
  };
  LogSettingsRequest.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.objects || o.defaults) {
    d.settings = {};
   }
   var ks2;
   if (m.settings && (ks2 = $Object.keys(m.settings)).length) {
    d.settings = {};
    for (var j = 0; j < ks2.length; ++j) {
     if (ks2[j] === "__proto__")
      $util.makeProp(d.settings, ks2[j]);
     d.settings[ks2[j]] = $root.inference.LogSettingsRequest.SettingValue.toObject(m.settings[ks2[j]], o, q + 1);
    }
   }
   return d;
  };
  LogSettingsRequest.prototype.toJSON = function() {
   return LogSettingsRequest.toObject(this, $protobuf.util.toJSONOptions);
  };
  LogSettingsRequest.SettingValue = (function() {
   const SettingValue = function (p) {
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   SettingValue.prototype.bool_param = null;
   SettingValue.prototype.uint32_param = null;
   SettingValue.prototype.string_param = null;
   // OneOf field names bound to virtual getters and setters
   let $oneOfFields;
   $Object.defineProperty(SettingValue.prototype, "parameter_choice", {
    get: $util.oneOfGetter($oneOfFields = ["bool_param", "uint32_param", "string_param"]),
    set: $util.oneOfSetter($oneOfFields)
   });
   SettingValue.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.bool_param != null && $Object.hasOwnProperty.call(m, "bool_param"))
     w.uint32(/* id 1, wireType 0 =*/8).bool(m.bool_param);
    if (m.uint32_param != null && $Object.hasOwnProperty.call(m, "uint32_param"))
     w.uint32(/* id 2, wireType 0 =*/16).uint32(m.uint32_param);
    if (m.string_param != null && $Object.hasOwnProperty.call(m, "string_param"))
     w.uint32(/* id 3, wireType 2 =*/26).string(m.string_param);
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   SettingValue.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.LogSettingsRequest.SettingValue();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 0)
        break;
       m.bool_param = r.bool();
       m.parameter_choice = "bool_param";
       continue;
      }
     case 2: {
       if (u !== 0)
        break;
       m.uint32_param = r.uint32();
       m.parameter_choice = "uint32_param";
       continue;
      }
     case 3: {
       if (u !== 2)
        break;
       m.string_param = r.stringVerify();
       m.parameter_choice = "string_param";
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   SettingValue.fromObject = function (d, q) {
    if (d instanceof $root.inference.LogSettingsRequest.SettingValue)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.LogSettingsRequest.SettingValue: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.LogSettingsRequest.SettingValue();
    if (d.bool_param != null) {
     m.bool_param = $Boolean(d.bool_param);
    }
    if (d.uint32_param != null) {
     m.uint32_param = d.uint32_param >>> 0;
    }
    if (d.string_param != null) {
     m.string_param = $String(d.string_param);
    }
    return m;
   };
   SettingValue.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (m.bool_param != null && $Object.hasOwnProperty.call(m, "bool_param")) {
     d.bool_param = m.bool_param;
     if (o.oneofs)
      d.parameter_choice = "bool_param";
    }
    if (m.uint32_param != null && $Object.hasOwnProperty.call(m, "uint32_param")) {
     d.uint32_param = m.uint32_param;
     if (o.oneofs)
      d.parameter_choice = "uint32_param";
    }
    if (m.string_param != null && $Object.hasOwnProperty.call(m, "string_param")) {
     d.string_param = m.string_param;
     if (o.oneofs)
      d.parameter_choice = "string_param";
    }
    return d;
   };
   SettingValue.prototype.toJSON = function() {
    return SettingValue.toObject(this, $protobuf.util.toJSONOptions);
   };
   return SettingValue;
  })();
  return LogSettingsRequest;
 })();
 inference.LogSettingsResponse = (function() {
  const LogSettingsResponse = function (p) {
   this.settings = {};
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  LogSettingsResponse.prototype.settings = $util.emptyObject;
  LogSettingsResponse.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.settings != null && $Object.hasOwnProperty.call(m, "settings")) {
    for (var ks = $Object.keys(m.settings), i = 0; i < ks.length; ++i) {
     w.uint32(/* id 1, wireType 2 =*/10).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]);
     $root.inference.LogSettingsResponse.SettingValue.encode(m.settings[ks[i]], w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
    }
   }
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  LogSettingsResponse.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, k, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.LogSettingsResponse();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if (m.settings === $util.emptyObject)
       m.settings = {};
      var c2 = r.size() + r.pos;
      if (c2 > r.len)
       throw $RangeError("index out of range");
      r.len = c2;
      k = "";
      v = null;
      while (r.pos < c2) {
       var t2 = r.tag();
       u = t2 & 7;
       switch (t2 >>>= 3) {
       case 1:
        if (u !== 2)
         break;
        k = r.stringVerify();
        continue;
       case 2:
        if (u !== 2)
         break;
        v = $root.inference.LogSettingsResponse.SettingValue.decode(r, r.size(), $undefined, q + 1, v);
        continue;
       }
       r.skipType(u, q, t2);
      }
      if (r.pos !== c2)
       throw $RangeError("index out of range");
      r.len = c;
      if (k === "__proto__")
       $util.makeProp(m.settings, k);
      m.settings[k] = v || new $root.inference.LogSettingsResponse.SettingValue();
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  LogSettingsResponse.fromObject = function (d, q) {
   if (d instanceof $root.inference.LogSettingsResponse)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.LogSettingsResponse: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.LogSettingsResponse();
   if (d.settings) {
    if (!$util.isObject(d.settings))
     throw $TypeError(".inference.LogSettingsResponse.settings: object expected");
    m.settings = {};
    for (var ks = $Object.keys(d.settings), i = 0; i < ks.length; ++i) {
     if (ks[i] === "__proto__")
      $util.makeProp(m.settings, ks[i]);
     if (!$util.isObject(d.settings[ks[i]]))
      throw $TypeError(".inference.LogSettingsResponse.settings: object expected");
     m.settings[ks[i]] = $root.inference.LogSettingsResponse.SettingValue.fromObject(d.settings[ks[i]], q + 1);
    }
   }
   return m;
  };
  LogSettingsResponse.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.objects || o.defaults) {
    d.settings = {};
   }
   var ks2;
   if (m.settings && (ks2 = $Object.keys(m.settings)).length) {
    d.settings = {};
    for (var j = 0; j < ks2.length; ++j) {
     if (ks2[j] === "__proto__")
      $util.makeProp(d.settings, ks2[j]);
     d.settings[ks2[j]] = $root.inference.LogSettingsResponse.SettingValue.toObject(m.settings[ks2[j]], o, q + 1);
    }
   }
   return d;
  };
  LogSettingsResponse.prototype.toJSON = function() {
   return LogSettingsResponse.toObject(this, $protobuf.util.toJSONOptions);
  };
  LogSettingsResponse.SettingValue = (function() {
   const SettingValue = function (p) {
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   SettingValue.prototype.bool_param = null;
   SettingValue.prototype.uint32_param = null;
   SettingValue.prototype.string_param = null;
   // OneOf field names bound to virtual getters and setters
   let $oneOfFields;
   $Object.defineProperty(SettingValue.prototype, "parameter_choice", {
    get: $util.oneOfGetter($oneOfFields = ["bool_param", "uint32_param", "string_param"]),
    set: $util.oneOfSetter($oneOfFields)
   });
   SettingValue.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.bool_param != null && $Object.hasOwnProperty.call(m, "bool_param"))
     w.uint32(/* id 1, wireType 0 =*/8).bool(m.bool_param);
    if (m.uint32_param != null && $Object.hasOwnProperty.call(m, "uint32_param"))
     w.uint32(/* id 2, wireType 0 =*/16).uint32(m.uint32_param);
    if (m.string_param != null && $Object.hasOwnProperty.call(m, "string_param"))
     w.uint32(/* id 3, wireType 2 =*/26).string(m.string_param);
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   SettingValue.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.LogSettingsResponse.SettingValue();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 0)
        break;
       m.bool_param = r.bool();
       m.parameter_choice = "bool_param";
       continue;
      }
     case 2: {
       if (u !== 0)
        break;
       m.uint32_param = r.uint32();
       m.parameter_choice = "uint32_param";
       continue;
      }
     case 3: {
       if (u !== 2)
        break;
       m.string_param = r.stringVerify();
       m.parameter_choice = "string_param";
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   SettingValue.fromObject = function (d, q) {
    if (d instanceof $root.inference.LogSettingsResponse.SettingValue)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.LogSettingsResponse.SettingValue: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.LogSettingsResponse.SettingValue();
    if (d.bool_param != null) {
     m.bool_param = $Boolean(d.bool_param);
    }
    if (d.uint32_param != null) {
     m.uint32_param = d.uint32_param >>> 0;
    }
    if (d.string_param != null) {
     m.string_param = $String(d.string_param);
    }
    return m;
   };
   SettingValue.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (m.bool_param != null && $Object.hasOwnProperty.call(m, "bool_param")) {
     d.bool_param = m.bool_param;
     if (o.oneofs)
      d.parameter_choice = "bool_param";
    }
    if (m.uint32_param != null && $Object.hasOwnProperty.call(m, "uint32_param")) {
     d.uint32_param = m.uint32_param;
     if (o.oneofs)
      d.parameter_choice = "uint32_param";
    }
    if (m.string_param != null && $Object.hasOwnProperty.call(m, "string_param")) {
     d.string_param = m.string_param;
     if (o.oneofs)
      d.parameter_choice = "string_param";
    }
    return d;
   };
   SettingValue.prototype.toJSON = function() {
    return SettingValue.toObject(this, $protobuf.util.toJSONOptions);
   };
   return SettingValue;
  })();
  return LogSettingsResponse;
 })();
 inference.ModelRateLimiter = (function() {
  const ModelRateLimiter = function (p) {
   this.resources = [];
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelRateLimiter.prototype.resources = $util.emptyArray;
  ModelRateLimiter.prototype.priority = 0;
  ModelRateLimiter.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.resources != null && m.resources.length) {
    for (var i = 0; i < m.resources.length; ++i)
     $root.inference.ModelRateLimiter.Resource.encode(m.resources[i], w.uint32(/* id 1, wireType 2 =*/10).fork(), q + 1).ldelim();
   }
   if (m.priority != null && $Object.hasOwnProperty.call(m, "priority") && m.priority !== 0)
    w.uint32(/* id 2, wireType 0 =*/16).uint32(m.priority);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelRateLimiter.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelRateLimiter();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if (!(m.resources && m.resources.length))
       m.resources = [];
      m.resources.push($root.inference.ModelRateLimiter.Resource.decode(r, r.size(), $undefined, q + 1));
      continue;
     }
    case 2: {
      if (u !== 0)
       break;
      if (v = r.uint32())
       m.priority = v;
      else
       delete m.priority;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelRateLimiter.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelRateLimiter)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelRateLimiter: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelRateLimiter();
   if (d.resources) {
    if (!$Array.isArray(d.resources))
     throw $TypeError(".inference.ModelRateLimiter.resources: array expected");
    m.resources = $Array(d.resources.length);
    for (var i = 0; i < d.resources.length; ++i) {
     if (!$util.isObject(d.resources[i]))
      throw $TypeError(".inference.ModelRateLimiter.resources: object expected");
     m.resources[i] = $root.inference.ModelRateLimiter.Resource.fromObject(d.resources[i], q + 1);
    }
   }
   if (d.priority != null) {
    if ($Number(d.priority) !== 0) {
     m.priority = d.priority >>> 0;
    }
   }
   return m;
  };
  ModelRateLimiter.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.arrays || o.defaults) {
    d.resources = [];
   }
   if (o.defaults) {
    d.priority = 0;
   }
   if (m.resources && m.resources.length) {
    d.resources = $Array(m.resources.length);
    for (var j = 0; j < m.resources.length; ++j) {
     d.resources[j] = $root.inference.ModelRateLimiter.Resource.toObject(m.resources[j], o, q + 1);
    }
   }
   if (m.priority != null && $Object.hasOwnProperty.call(m, "priority")) {
    d.priority = m.priority;
   }
   return d;
  };
  ModelRateLimiter.prototype.toJSON = function() {
   return ModelRateLimiter.toObject(this, $protobuf.util.toJSONOptions);
  };
  ModelRateLimiter.Resource = (function() {
   const Resource = function (p) {
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   Resource.prototype.name = "";
   Resource.prototype.global = false;
   Resource.prototype.count = 0;
   Resource.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
     w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
    if (m.global != null && $Object.hasOwnProperty.call(m, "global") && m.global !== false)
     w.uint32(/* id 2, wireType 0 =*/16).bool(m.global);
    if (m.count != null && $Object.hasOwnProperty.call(m, "count") && m.count !== 0)
     w.uint32(/* id 3, wireType 0 =*/24).uint32(m.count);
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   Resource.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelRateLimiter.Resource();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 2)
        break;
       if ((v = r.stringVerify()).length)
        m.name = v;
       else
        delete m.name;
       continue;
      }
     case 2: {
       if (u !== 0)
        break;
       if (v = r.bool())
        m.global = v;
       else
        delete m.global;
       continue;
      }
     case 3: {
       if (u !== 0)
        break;
       if (v = r.uint32())
        m.count = v;
       else
        delete m.count;
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   Resource.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelRateLimiter.Resource)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelRateLimiter.Resource: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.ModelRateLimiter.Resource();
    if (d.name != null) {
     if (typeof d.name !== "string" || d.name.length) {
      m.name = $String(d.name);
     }
    }
    if (d.global != null) {
     if (d.global) {
      m.global = $Boolean(d.global);
     }
    }
    if (d.count != null) {
     if ($Number(d.count) !== 0) {
      m.count = d.count >>> 0;
     }
    }
    return m;
   };
   Resource.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.defaults) {
     d.name = "";
     d.global = false;
     d.count = 0;
    }
    if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
     d.name = m.name;
    }
    if (m.global != null && $Object.hasOwnProperty.call(m, "global")) {
     d.global = m.global;
    }
    if (m.count != null && $Object.hasOwnProperty.call(m, "count")) {
     d.count = m.count;
    }
    return d;
   };
   Resource.prototype.toJSON = function() {
    return Resource.toObject(this, $protobuf.util.toJSONOptions);
   };
   return Resource;
  })();
  return ModelRateLimiter;
 })();
 inference.ModelInstanceGroup = (function() {
  const ModelInstanceGroup = function (p) {
   this.gpus = [];
   this.secondary_devices = [];
   this.profile = [];
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelInstanceGroup.prototype.name = "";
  ModelInstanceGroup.prototype.kind = 0;
  ModelInstanceGroup.prototype.count = 0;
  ModelInstanceGroup.prototype.rate_limiter = null;
  ModelInstanceGroup.prototype.gpus = $util.emptyArray;
  ModelInstanceGroup.prototype.secondary_devices = $util.emptyArray;
  ModelInstanceGroup.prototype.profile = $util.emptyArray;
  ModelInstanceGroup.prototype.passive = false;
  ModelInstanceGroup.prototype.host_policy = "";
  ModelInstanceGroup.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
   if (m.count != null && $Object.hasOwnProperty.call(m, "count") && m.count !== 0)
    w.uint32(/* id 2, wireType 0 =*/16).int32(m.count);
   if (m.gpus != null && m.gpus.length) {
    w.uint32(/* id 3, wireType 2 =*/26).int32s(m.gpus);
   }
   if (m.kind != null && $Object.hasOwnProperty.call(m, "kind") && m.kind !== 0)
    w.uint32(/* id 4, wireType 0 =*/32).int32(m.kind);
   if (m.profile != null && m.profile.length) {
    for (var i = 0; i < m.profile.length; ++i)
     w.uint32(/* id 5, wireType 2 =*/42).string(m.profile[i]);
   }
   if (m.rate_limiter != null && $Object.hasOwnProperty.call(m, "rate_limiter"))
    $root.inference.ModelRateLimiter.encode(m.rate_limiter, w.uint32(/* id 6, wireType 2 =*/50).fork(), q + 1).ldelim();
   if (m.passive != null && $Object.hasOwnProperty.call(m, "passive") && m.passive !== false)
    w.uint32(/* id 7, wireType 0 =*/56).bool(m.passive);
   if (m.secondary_devices != null && m.secondary_devices.length) {
    for (var i = 0; i < m.secondary_devices.length; ++i)
     $root.inference.ModelInstanceGroup.SecondaryDevice.encode(m.secondary_devices[i], w.uint32(/* id 8, wireType 2 =*/66).fork(), q + 1).ldelim();
   }
   if (m.host_policy != null && $Object.hasOwnProperty.call(m, "host_policy") && m.host_policy !== "")
    w.uint32(/* id 9, wireType 2 =*/74).string(m.host_policy);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelInstanceGroup.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelInstanceGroup();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.name = v;
      else
       delete m.name;
      continue;
     }
    case 4: {
      if (u !== 0)
       break;
      if (v = r.int32())
       m.kind = v;
      else
       delete m.kind;
      continue;
     }
    case 2: {
      if (u !== 0)
       break;
      if (v = r.int32())
       m.count = v;
      else
       delete m.count;
      continue;
     }
    case 6: {
      if (u !== 2)
       break;
      m.rate_limiter = $root.inference.ModelRateLimiter.decode(r, r.size(), $undefined, q + 1, m.rate_limiter);
      continue;
     }
    case 3: {
      if (u === 2) {
       if (!(m.gpus && m.gpus.length))
        m.gpus = [];
       r.int32s(m.gpus);
       continue;
      }
      if (u !== 0)
       break;
      if (!(m.gpus && m.gpus.length))
       m.gpus = [];
      m.gpus.push(r.int32());
      continue;
     }
    case 8: {
      if (u !== 2)
       break;
      if (!(m.secondary_devices && m.secondary_devices.length))
       m.secondary_devices = [];
      m.secondary_devices.push($root.inference.ModelInstanceGroup.SecondaryDevice.decode(r, r.size(), $undefined, q + 1));
      continue;
     }
    case 5: {
      if (u !== 2)
       break;
      if (!(m.profile && m.profile.length))
       m.profile = [];
      m.profile.push(r.stringVerify());
      continue;
     }
    case 7: {
      if (u !== 0)
       break;
      if (v = r.bool())
       m.passive = v;
      else
       delete m.passive;
      continue;
     }
    case 9: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.host_policy = v;
      else
       delete m.host_policy;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelInstanceGroup.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelInstanceGroup)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelInstanceGroup: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelInstanceGroup();
   if (d.name != null) {
    if (typeof d.name !== "string" || d.name.length) {
     m.name = $String(d.name);
    }
   }
   if (d.kind !== 0 && (typeof d.kind !== "string" || $root.inference.ModelInstanceGroup.Kind[d.kind] !== 0)) {
    switch (d.kind) {
    case "KIND_AUTO":
    case 0:
     m.kind = 0;
     break;
    case "KIND_GPU":
    case 1:
     m.kind = 1;
     break;
    case "KIND_CPU":
    case 2:
     m.kind = 2;
     break;
    case "KIND_MODEL":
    case 3:
     m.kind = 3;
     break;
    default:
     if (typeof d.kind === "number" && (d.kind | 0) === d.kind)
      m.kind = d.kind;
    }
   }
   if (d.count != null) {
    if ($Number(d.count) !== 0) {
     m.count = d.count | 0;
    }
   }
   if (d.rate_limiter != null) {
    if (!$util.isObject(d.rate_limiter))
     throw $TypeError(".inference.ModelInstanceGroup.rate_limiter: object expected");
    m.rate_limiter = $root.inference.ModelRateLimiter.fromObject(d.rate_limiter, q + 1);
   }
   if (d.gpus) {
    if (!$Array.isArray(d.gpus))
     throw $TypeError(".inference.ModelInstanceGroup.gpus: array expected");
    m.gpus = $Array(d.gpus.length);
    for (var i = 0; i < d.gpus.length; ++i) {
     m.gpus[i] = d.gpus[i] | 0;
    }
   }
   if (d.secondary_devices) {
    if (!$Array.isArray(d.secondary_devices))
     throw $TypeError(".inference.ModelInstanceGroup.secondary_devices: array expected");
    m.secondary_devices = $Array(d.secondary_devices.length);
    for (var i = 0; i < d.secondary_devices.length; ++i) {
     if (!$util.isObject(d.secondary_devices[i]))
      throw $TypeError(".inference.ModelInstanceGroup.secondary_devices: object expected");
     m.secondary_devices[i] = $root.inference.ModelInstanceGroup.SecondaryDevice.fromObject(d.secondary_devices[i], q + 1);
    }
   }
   if (d.profile) {
    if (!$Array.isArray(d.profile))
     throw $TypeError(".inference.ModelInstanceGroup.profile: array expected");
    m.profile = $Array(d.profile.length);
    for (var i = 0; i < d.profile.length; ++i) {
     m.profile[i] = $String(d.profile[i]);
    }
   }
   if (d.passive != null) {
    if (d.passive) {
     m.passive = $Boolean(d.passive);
    }
   }
   if (d.host_policy != null) {
    if (typeof d.host_policy !== "string" || d.host_policy.length) {
     m.host_policy = $String(d.host_policy);
    }
   }
   return m;
  };
  ModelInstanceGroup.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.arrays || o.defaults) {
    d.gpus = [];
    d.profile = [];
    d.secondary_devices = [];
   }
   if (o.defaults) {
    d.name = "";
    d.count = 0;
    d.kind = o.enums === $String ? "KIND_AUTO" : 0;
    d.rate_limiter = null;
    d.passive = false;
    d.host_policy = "";
   }
   if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
    d.name = m.name;
   }
   if (m.count != null && $Object.hasOwnProperty.call(m, "count")) {
    d.count = m.count;
   }
   if (m.gpus && m.gpus.length) {
    d.gpus = $Array(m.gpus.length);
    for (var j = 0; j < m.gpus.length; ++j) {
     d.gpus[j] = m.gpus[j];
    }
   }
   if (m.kind != null && $Object.hasOwnProperty.call(m, "kind")) {
    d.kind = o.enums === $String ? $root.inference.ModelInstanceGroup.Kind[m.kind] === $undefined ? m.kind : $root.inference.ModelInstanceGroup.Kind[m.kind] : m.kind;
   }
   if (m.profile && m.profile.length) {
    d.profile = $Array(m.profile.length);
    for (var j = 0; j < m.profile.length; ++j) {
     d.profile[j] = m.profile[j];
    }
   }
   if (m.rate_limiter != null && $Object.hasOwnProperty.call(m, "rate_limiter")) {
    d.rate_limiter = $root.inference.ModelRateLimiter.toObject(m.rate_limiter, o, q + 1);
   }
   if (m.passive != null && $Object.hasOwnProperty.call(m, "passive")) {
    d.passive = m.passive;
   }
   if (m.secondary_devices && m.secondary_devices.length) {
    d.secondary_devices = $Array(m.secondary_devices.length);
    for (var j = 0; j < m.secondary_devices.length; ++j) {
     d.secondary_devices[j] = $root.inference.ModelInstanceGroup.SecondaryDevice.toObject(m.secondary_devices[j], o, q + 1);
    }
   }
   if (m.host_policy != null && $Object.hasOwnProperty.call(m, "host_policy")) {
    d.host_policy = m.host_policy;
   }
   return d;
  };
  ModelInstanceGroup.prototype.toJSON = function() {
   return ModelInstanceGroup.toObject(this, $protobuf.util.toJSONOptions);
  };
  ModelInstanceGroup.SecondaryDevice = (function() {
   const SecondaryDevice = function (p) {
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   SecondaryDevice.prototype.kind = 0;
   SecondaryDevice.prototype.device_id = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
   SecondaryDevice.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.kind != null && $Object.hasOwnProperty.call(m, "kind") && m.kind !== 0)
     w.uint32(/* id 1, wireType 0 =*/8).int32(m.kind);
    if (m.device_id != null && $Object.hasOwnProperty.call(m, "device_id") && (typeof m.device_id === "object" ? m.device_id.low || m.device_id.high : m.device_id !== 0))
     w.uint32(/* id 2, wireType 0 =*/16).int64(m.device_id);
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   SecondaryDevice.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelInstanceGroup.SecondaryDevice();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 0)
        break;
       if (v = r.int32())
        m.kind = v;
       else
        delete m.kind;
       continue;
      }
     case 2: {
       if (u !== 0)
        break;
       if (typeof (v = r.int64()) === "object" ? v.low || v.high : v !== 0)
        m.device_id = v;
       else
        delete m.device_id;
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   SecondaryDevice.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelInstanceGroup.SecondaryDevice)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelInstanceGroup.SecondaryDevice: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.ModelInstanceGroup.SecondaryDevice();
    if (d.kind !== 0 && (typeof d.kind !== "string" || $root.inference.ModelInstanceGroup.SecondaryDevice.SecondaryDeviceKind[d.kind] !== 0)) {
     switch (d.kind) {
     case "KIND_NVDLA":
     case 0:
      m.kind = 0;
      break;
     default:
      if (typeof d.kind === "number" && (d.kind | 0) === d.kind)
       m.kind = d.kind;
     }
    }
    if (d.device_id != null) {
     if (typeof d.device_id === "object" ? d.device_id.low || d.device_id.high : $Number(d.device_id) !== 0) {
      if ($util.Long)
       m.device_id = $util.Long.fromValue(d.device_id, false);
      else if (typeof d.device_id === "string")
       m.device_id = $parseInt(d.device_id, 10);
      else if (typeof d.device_id === "number")
       m.device_id = d.device_id;
      else if (typeof d.device_id === "object")
       m.device_id = new $util.LongBits(d.device_id.low >>> 0, d.device_id.high >>> 0).toNumber();
     }
    }
    return m;
   };
   SecondaryDevice.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.defaults) {
     d.kind = o.enums === $String ? "KIND_NVDLA" : 0;
     if ($util.Long) {
      var n = new $util.Long(0, 0, false);
      d.device_id = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
     } else
      d.device_id = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
    }
    if (m.kind != null && $Object.hasOwnProperty.call(m, "kind")) {
     d.kind = o.enums === $String ? $root.inference.ModelInstanceGroup.SecondaryDevice.SecondaryDeviceKind[m.kind] === $undefined ? m.kind : $root.inference.ModelInstanceGroup.SecondaryDevice.SecondaryDeviceKind[m.kind] : m.kind;
    }
    if (m.device_id != null && $Object.hasOwnProperty.call(m, "device_id")) {
     if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
      d.device_id = typeof m.device_id === "number" ? $BigInt(m.device_id) : $util.Long.fromBits(m.device_id.low >>> 0, m.device_id.high >>> 0, false).toBigInt();
     else if (typeof m.device_id === "number")
      d.device_id = o.longs === $String ? $String(m.device_id) : m.device_id;
     else
      d.device_id = o.longs === $String ? $util.Long.prototype.toString.call(m.device_id) : o.longs === $Number ? new $util.LongBits(m.device_id.low >>> 0, m.device_id.high >>> 0).toNumber() : m.device_id;
    }
    return d;
   };
   SecondaryDevice.prototype.toJSON = function() {
    return SecondaryDevice.toObject(this, $protobuf.util.toJSONOptions);
   };
   SecondaryDevice.SecondaryDeviceKind = (function() {
    const valuesById = $Object.create(null), values = $Object.create(valuesById);
    values[valuesById[0] = "KIND_NVDLA"] = 0;
    return values;
   })();
   return SecondaryDevice;
  })();
  ModelInstanceGroup.Kind = (function() {
   const valuesById = $Object.create(null), values = $Object.create(valuesById);
   values[valuesById[0] = "KIND_AUTO"] = 0;
   values[valuesById[1] = "KIND_GPU"] = 1;
   values[valuesById[2] = "KIND_CPU"] = 2;
   values[valuesById[3] = "KIND_MODEL"] = 3;
   return values;
  })();
  return ModelInstanceGroup;
 })();
 inference.ModelTensorReshape = (function() {
  const ModelTensorReshape = function (p) {
   this.shape = [];
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelTensorReshape.prototype.shape = $util.emptyArray;
  ModelTensorReshape.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.shape != null && m.shape.length) {
    w.uint32(/* id 1, wireType 2 =*/10).int64s(m.shape);
   }
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelTensorReshape.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelTensorReshape();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u === 2) {
       if (!(m.shape && m.shape.length))
        m.shape = [];
       r.int64s(m.shape);
       continue;
      }
      if (u !== 0)
       break;
      if (!(m.shape && m.shape.length))
       m.shape = [];
      m.shape.push(r.int64());
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelTensorReshape.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelTensorReshape)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelTensorReshape: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelTensorReshape();
   if (d.shape) {
    if (!$Array.isArray(d.shape))
     throw $TypeError(".inference.ModelTensorReshape.shape: array expected");
    m.shape = $Array(d.shape.length);
    for (var i = 0; i < d.shape.length; ++i) {
     if ($util.Long)
      m.shape[i] = $util.Long.fromValue(d.shape[i], false);
     else if (typeof d.shape[i] === "string")
      m.shape[i] = $parseInt(d.shape[i], 10);
     else if (typeof d.shape[i] === "number")
      m.shape[i] = d.shape[i];
     else if (typeof d.shape[i] === "object")
      m.shape[i] = new $util.LongBits(d.shape[i].low >>> 0, d.shape[i].high >>> 0).toNumber();
    }
   }
   return m;
  };
  ModelTensorReshape.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.arrays || o.defaults) {
    d.shape = [];
   }
   if (m.shape && m.shape.length) {
    d.shape = $Array(m.shape.length);
    for (var j = 0; j < m.shape.length; ++j) {
     if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
      d.shape[j] = typeof m.shape[j] === "number" ? $BigInt(m.shape[j]) : $util.Long.fromBits(m.shape[j].low >>> 0, m.shape[j].high >>> 0, false).toBigInt();
     else if (typeof m.shape[j] === "number")
      d.shape[j] = o.longs === $String ? $String(m.shape[j]) : m.shape[j];
     else
      d.shape[j] = o.longs === $String ? $util.Long.prototype.toString.call(m.shape[j]) : o.longs === $Number ? new $util.LongBits(m.shape[j].low >>> 0, m.shape[j].high >>> 0).toNumber() : m.shape[j];
    }
   }
   return d;
  };
  ModelTensorReshape.prototype.toJSON = function() {
   return ModelTensorReshape.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ModelTensorReshape;
 })();
 inference.ModelInput = (function() {
  const ModelInput = function (p) {
   this.dims = [];
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelInput.prototype.name = "";
  ModelInput.prototype.data_type = 0;
  ModelInput.prototype.format = 0;
  ModelInput.prototype.dims = $util.emptyArray;
  ModelInput.prototype.reshape = null;
  ModelInput.prototype.is_shape_tensor = false;
  ModelInput.prototype.allow_ragged_batch = false;
  ModelInput.prototype.optional = false;
  ModelInput.prototype.is_non_linear_format_io = false;
  ModelInput.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
   if (m.data_type != null && $Object.hasOwnProperty.call(m, "data_type") && m.data_type !== 0)
    w.uint32(/* id 2, wireType 0 =*/16).int32(m.data_type);
   if (m.format != null && $Object.hasOwnProperty.call(m, "format") && m.format !== 0)
    w.uint32(/* id 3, wireType 0 =*/24).int32(m.format);
   if (m.dims != null && m.dims.length) {
    w.uint32(/* id 4, wireType 2 =*/34).int64s(m.dims);
   }
   if (m.reshape != null && $Object.hasOwnProperty.call(m, "reshape"))
    $root.inference.ModelTensorReshape.encode(m.reshape, w.uint32(/* id 5, wireType 2 =*/42).fork(), q + 1).ldelim();
   if (m.is_shape_tensor != null && $Object.hasOwnProperty.call(m, "is_shape_tensor") && m.is_shape_tensor !== false)
    w.uint32(/* id 6, wireType 0 =*/48).bool(m.is_shape_tensor);
   if (m.allow_ragged_batch != null && $Object.hasOwnProperty.call(m, "allow_ragged_batch") && m.allow_ragged_batch !== false)
    w.uint32(/* id 7, wireType 0 =*/56).bool(m.allow_ragged_batch);
   if (m.optional != null && $Object.hasOwnProperty.call(m, "optional") && m.optional !== false)
    w.uint32(/* id 8, wireType 0 =*/64).bool(m.optional);
   if (m.is_non_linear_format_io != null && $Object.hasOwnProperty.call(m, "is_non_linear_format_io") && m.is_non_linear_format_io !== false)
    w.uint32(/* id 9, wireType 0 =*/72).bool(m.is_non_linear_format_io);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelInput.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelInput();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.name = v;
      else
       delete m.name;
      continue;
     }
    case 2: {
      if (u !== 0)
       break;
      if (v = r.int32())
       m.data_type = v;
      else
       delete m.data_type;
      continue;
     }
    case 3: {
      if (u !== 0)
       break;
      if (v = r.int32())
       m.format = v;
      else
       delete m.format;
      continue;
     }
    case 4: {
      if (u === 2) {
       if (!(m.dims && m.dims.length))
        m.dims = [];
       r.int64s(m.dims);
       continue;
      }
      if (u !== 0)
       break;
      if (!(m.dims && m.dims.length))
       m.dims = [];
      m.dims.push(r.int64());
      continue;
     }
    case 5: {
      if (u !== 2)
       break;
      m.reshape = $root.inference.ModelTensorReshape.decode(r, r.size(), $undefined, q + 1, m.reshape);
      continue;
     }
    case 6: {
      if (u !== 0)
       break;
      if (v = r.bool())
       m.is_shape_tensor = v;
      else
       delete m.is_shape_tensor;
      continue;
     }
    case 7: {
      if (u !== 0)
       break;
      if (v = r.bool())
       m.allow_ragged_batch = v;
      else
       delete m.allow_ragged_batch;
      continue;
     }
    case 8: {
      if (u !== 0)
       break;
      if (v = r.bool())
       m.optional = v;
      else
       delete m.optional;
      continue;
     }
    case 9: {
      if (u !== 0)
       break;
      if (v = r.bool())
       m.is_non_linear_format_io = v;
      else
       delete m.is_non_linear_format_io;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelInput.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelInput)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelInput: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelInput();
   if (d.name != null) {
    if (typeof d.name !== "string" || d.name.length) {
     m.name = $String(d.name);
    }
   }
   if (d.data_type !== 0 && (typeof d.data_type !== "string" || $root.inference.DataType[d.data_type] !== 0)) {
    switch (d.data_type) {
    case "TYPE_INVALID":
    case 0:
     m.data_type = 0;
     break;
    case "TYPE_BOOL":
    case 1:
     m.data_type = 1;
     break;
    case "TYPE_UINT8":
    case 2:
     m.data_type = 2;
     break;
    case "TYPE_UINT16":
    case 3:
     m.data_type = 3;
     break;
    case "TYPE_UINT32":
    case 4:
     m.data_type = 4;
     break;
    case "TYPE_UINT64":
    case 5:
     m.data_type = 5;
     break;
    case "TYPE_INT8":
    case 6:
     m.data_type = 6;
     break;
    case "TYPE_INT16":
    case 7:
     m.data_type = 7;
     break;
    case "TYPE_INT32":
    case 8:
     m.data_type = 8;
     break;
    case "TYPE_INT64":
    case 9:
     m.data_type = 9;
     break;
    case "TYPE_FP16":
    case 10:
     m.data_type = 10;
     break;
    case "TYPE_FP32":
    case 11:
     m.data_type = 11;
     break;
    case "TYPE_FP64":
    case 12:
     m.data_type = 12;
     break;
    case "TYPE_STRING":
    case 13:
     m.data_type = 13;
     break;
    case "TYPE_BF16":
    case 14:
     m.data_type = 14;
     break;
    default:
     if (typeof d.data_type === "number" && (d.data_type | 0) === d.data_type)
      m.data_type = d.data_type;
    }
   }
   if (d.format !== 0 && (typeof d.format !== "string" || $root.inference.ModelInput.Format[d.format] !== 0)) {
    switch (d.format) {
    case "FORMAT_NONE":
    case 0:
     m.format = 0;
     break;
    case "FORMAT_NHWC":
    case 1:
     m.format = 1;
     break;
    case "FORMAT_NCHW":
    case 2:
     m.format = 2;
     break;
    default:
     if (typeof d.format === "number" && (d.format | 0) === d.format)
      m.format = d.format;
    }
   }
   if (d.dims) {
    if (!$Array.isArray(d.dims))
     throw $TypeError(".inference.ModelInput.dims: array expected");
    m.dims = $Array(d.dims.length);
    for (var i = 0; i < d.dims.length; ++i) {
     if ($util.Long)
      m.dims[i] = $util.Long.fromValue(d.dims[i], false);
     else if (typeof d.dims[i] === "string")
      m.dims[i] = $parseInt(d.dims[i], 10);
     else if (typeof d.dims[i] === "number")
      m.dims[i] = d.dims[i];
     else if (typeof d.dims[i] === "object")
      m.dims[i] = new $util.LongBits(d.dims[i].low >>> 0, d.dims[i].high >>> 0).toNumber();
    }
   }
   if (d.reshape != null) {
    if (!$util.isObject(d.reshape))
     throw $TypeError(".inference.ModelInput.reshape: object expected");
    m.reshape = $root.inference.ModelTensorReshape.fromObject(d.reshape, q + 1);
   }
   if (d.is_shape_tensor != null) {
    if (d.is_shape_tensor) {
     m.is_shape_tensor = $Boolean(d.is_shape_tensor);
    }
   }
   if (d.allow_ragged_batch != null) {
    if (d.allow_ragged_batch) {
     m.allow_ragged_batch = $Boolean(d.allow_ragged_batch);
    }
   }
   if (d.optional != null) {
    if (d.optional) {
     m.optional = $Boolean(d.optional);
    }
   }
   if (d.is_non_linear_format_io != null) {
    if (d.is_non_linear_format_io) {
     m.is_non_linear_format_io = $Boolean(d.is_non_linear_format_io);
    }
   }
   return m;
  };
  ModelInput.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.arrays || o.defaults) {
    d.dims = [];
   }
   if (o.defaults) {
    d.name = "";
    d.data_type = o.enums === $String ? "TYPE_INVALID" : 0;
    d.format = o.enums === $String ? "FORMAT_NONE" : 0;
    d.reshape = null;
    d.is_shape_tensor = false;
    d.allow_ragged_batch = false;
    d.optional = false;
    d.is_non_linear_format_io = false;
   }
   if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
    d.name = m.name;
   }
   if (m.data_type != null && $Object.hasOwnProperty.call(m, "data_type")) {
    d.data_type = o.enums === $String ? $root.inference.DataType[m.data_type] === $undefined ? m.data_type : $root.inference.DataType[m.data_type] : m.data_type;
   }
   if (m.format != null && $Object.hasOwnProperty.call(m, "format")) {
    d.format = o.enums === $String ? $root.inference.ModelInput.Format[m.format] === $undefined ? m.format : $root.inference.ModelInput.Format[m.format] : m.format;
   }
   if (m.dims && m.dims.length) {
    d.dims = $Array(m.dims.length);
    for (var j = 0; j < m.dims.length; ++j) {
     if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
      d.dims[j] = typeof m.dims[j] === "number" ? $BigInt(m.dims[j]) : $util.Long.fromBits(m.dims[j].low >>> 0, m.dims[j].high >>> 0, false).toBigInt();
     else if (typeof m.dims[j] === "number")
      d.dims[j] = o.longs === $String ? $String(m.dims[j]) : m.dims[j];
     else
      d.dims[j] = o.longs === $String ? $util.Long.prototype.toString.call(m.dims[j]) : o.longs === $Number ? new $util.LongBits(m.dims[j].low >>> 0, m.dims[j].high >>> 0).toNumber() : m.dims[j];
    }
   }
   if (m.reshape != null && $Object.hasOwnProperty.call(m, "reshape")) {
    d.reshape = $root.inference.ModelTensorReshape.toObject(m.reshape, o, q + 1);
   }
   if (m.is_shape_tensor != null && $Object.hasOwnProperty.call(m, "is_shape_tensor")) {
    d.is_shape_tensor = m.is_shape_tensor;
   }
   if (m.allow_ragged_batch != null && $Object.hasOwnProperty.call(m, "allow_ragged_batch")) {
    d.allow_ragged_batch = m.allow_ragged_batch;
   }
   if (m.optional != null && $Object.hasOwnProperty.call(m, "optional")) {
    d.optional = m.optional;
   }
   if (m.is_non_linear_format_io != null && $Object.hasOwnProperty.call(m, "is_non_linear_format_io")) {
    d.is_non_linear_format_io = m.is_non_linear_format_io;
   }
   return d;
  };
  ModelInput.prototype.toJSON = function() {
   return ModelInput.toObject(this, $protobuf.util.toJSONOptions);
  };
  ModelInput.Format = (function() {
   const valuesById = $Object.create(null), values = $Object.create(valuesById);
   values[valuesById[0] = "FORMAT_NONE"] = 0;
   values[valuesById[1] = "FORMAT_NHWC"] = 1;
   values[valuesById[2] = "FORMAT_NCHW"] = 2;
   return values;
  })();
  return ModelInput;
 })();
 inference.ModelOutput = (function() {
  const ModelOutput = function (p) {
   this.dims = [];
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelOutput.prototype.name = "";
  ModelOutput.prototype.data_type = 0;
  ModelOutput.prototype.dims = $util.emptyArray;
  ModelOutput.prototype.reshape = null;
  ModelOutput.prototype.label_filename = "";
  ModelOutput.prototype.is_shape_tensor = false;
  ModelOutput.prototype.is_non_linear_format_io = false;
  ModelOutput.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
   if (m.data_type != null && $Object.hasOwnProperty.call(m, "data_type") && m.data_type !== 0)
    w.uint32(/* id 2, wireType 0 =*/16).int32(m.data_type);
   if (m.dims != null && m.dims.length) {
    w.uint32(/* id 3, wireType 2 =*/26).int64s(m.dims);
   }
   if (m.label_filename != null && $Object.hasOwnProperty.call(m, "label_filename") && m.label_filename !== "")
    w.uint32(/* id 4, wireType 2 =*/34).string(m.label_filename);
   if (m.reshape != null && $Object.hasOwnProperty.call(m, "reshape"))
    $root.inference.ModelTensorReshape.encode(m.reshape, w.uint32(/* id 5, wireType 2 =*/42).fork(), q + 1).ldelim();
   if (m.is_shape_tensor != null && $Object.hasOwnProperty.call(m, "is_shape_tensor") && m.is_shape_tensor !== false)
    w.uint32(/* id 6, wireType 0 =*/48).bool(m.is_shape_tensor);
   if (m.is_non_linear_format_io != null && $Object.hasOwnProperty.call(m, "is_non_linear_format_io") && m.is_non_linear_format_io !== false)
    w.uint32(/* id 7, wireType 0 =*/56).bool(m.is_non_linear_format_io);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelOutput.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelOutput();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.name = v;
      else
       delete m.name;
      continue;
     }
    case 2: {
      if (u !== 0)
       break;
      if (v = r.int32())
       m.data_type = v;
      else
       delete m.data_type;
      continue;
     }
    case 3: {
      if (u === 2) {
       if (!(m.dims && m.dims.length))
        m.dims = [];
       r.int64s(m.dims);
       continue;
      }
      if (u !== 0)
       break;
      if (!(m.dims && m.dims.length))
       m.dims = [];
      m.dims.push(r.int64());
      continue;
     }
    case 5: {
      if (u !== 2)
       break;
      m.reshape = $root.inference.ModelTensorReshape.decode(r, r.size(), $undefined, q + 1, m.reshape);
      continue;
     }
    case 4: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.label_filename = v;
      else
       delete m.label_filename;
      continue;
     }
    case 6: {
      if (u !== 0)
       break;
      if (v = r.bool())
       m.is_shape_tensor = v;
      else
       delete m.is_shape_tensor;
      continue;
     }
    case 7: {
      if (u !== 0)
       break;
      if (v = r.bool())
       m.is_non_linear_format_io = v;
      else
       delete m.is_non_linear_format_io;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelOutput.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelOutput)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelOutput: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelOutput();
   if (d.name != null) {
    if (typeof d.name !== "string" || d.name.length) {
     m.name = $String(d.name);
    }
   }
   if (d.data_type !== 0 && (typeof d.data_type !== "string" || $root.inference.DataType[d.data_type] !== 0)) {
    switch (d.data_type) {
    case "TYPE_INVALID":
    case 0:
     m.data_type = 0;
     break;
    case "TYPE_BOOL":
    case 1:
     m.data_type = 1;
     break;
    case "TYPE_UINT8":
    case 2:
     m.data_type = 2;
     break;
    case "TYPE_UINT16":
    case 3:
     m.data_type = 3;
     break;
    case "TYPE_UINT32":
    case 4:
     m.data_type = 4;
     break;
    case "TYPE_UINT64":
    case 5:
     m.data_type = 5;
     break;
    case "TYPE_INT8":
    case 6:
     m.data_type = 6;
     break;
    case "TYPE_INT16":
    case 7:
     m.data_type = 7;
     break;
    case "TYPE_INT32":
    case 8:
     m.data_type = 8;
     break;
    case "TYPE_INT64":
    case 9:
     m.data_type = 9;
     break;
    case "TYPE_FP16":
    case 10:
     m.data_type = 10;
     break;
    case "TYPE_FP32":
    case 11:
     m.data_type = 11;
     break;
    case "TYPE_FP64":
    case 12:
     m.data_type = 12;
     break;
    case "TYPE_STRING":
    case 13:
     m.data_type = 13;
     break;
    case "TYPE_BF16":
    case 14:
     m.data_type = 14;
     break;
    default:
     if (typeof d.data_type === "number" && (d.data_type | 0) === d.data_type)
      m.data_type = d.data_type;
    }
   }
   if (d.dims) {
    if (!$Array.isArray(d.dims))
     throw $TypeError(".inference.ModelOutput.dims: array expected");
    m.dims = $Array(d.dims.length);
    for (var i = 0; i < d.dims.length; ++i) {
     if ($util.Long)
      m.dims[i] = $util.Long.fromValue(d.dims[i], false);
     else if (typeof d.dims[i] === "string")
      m.dims[i] = $parseInt(d.dims[i], 10);
     else if (typeof d.dims[i] === "number")
      m.dims[i] = d.dims[i];
     else if (typeof d.dims[i] === "object")
      m.dims[i] = new $util.LongBits(d.dims[i].low >>> 0, d.dims[i].high >>> 0).toNumber();
    }
   }
   if (d.reshape != null) {
    if (!$util.isObject(d.reshape))
     throw $TypeError(".inference.ModelOutput.reshape: object expected");
    m.reshape = $root.inference.ModelTensorReshape.fromObject(d.reshape, q + 1);
   }
   if (d.label_filename != null) {
    if (typeof d.label_filename !== "string" || d.label_filename.length) {
     m.label_filename = $String(d.label_filename);
    }
   }
   if (d.is_shape_tensor != null) {
    if (d.is_shape_tensor) {
     m.is_shape_tensor = $Boolean(d.is_shape_tensor);
    }
   }
   if (d.is_non_linear_format_io != null) {
    if (d.is_non_linear_format_io) {
     m.is_non_linear_format_io = $Boolean(d.is_non_linear_format_io);
    }
   }
   return m;
  };
  ModelOutput.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.arrays || o.defaults) {
    d.dims = [];
   }
   if (o.defaults) {
    d.name = "";
    d.data_type = o.enums === $String ? "TYPE_INVALID" : 0;
    d.label_filename = "";
    d.reshape = null;
    d.is_shape_tensor = false;
    d.is_non_linear_format_io = false;
   }
   if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
    d.name = m.name;
   }
   if (m.data_type != null && $Object.hasOwnProperty.call(m, "data_type")) {
    d.data_type = o.enums === $String ? $root.inference.DataType[m.data_type] === $undefined ? m.data_type : $root.inference.DataType[m.data_type] : m.data_type;
   }
   if (m.dims && m.dims.length) {
    d.dims = $Array(m.dims.length);
    for (var j = 0; j < m.dims.length; ++j) {
     if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
      d.dims[j] = typeof m.dims[j] === "number" ? $BigInt(m.dims[j]) : $util.Long.fromBits(m.dims[j].low >>> 0, m.dims[j].high >>> 0, false).toBigInt();
     else if (typeof m.dims[j] === "number")
      d.dims[j] = o.longs === $String ? $String(m.dims[j]) : m.dims[j];
     else
      d.dims[j] = o.longs === $String ? $util.Long.prototype.toString.call(m.dims[j]) : o.longs === $Number ? new $util.LongBits(m.dims[j].low >>> 0, m.dims[j].high >>> 0).toNumber() : m.dims[j];
    }
   }
   if (m.label_filename != null && $Object.hasOwnProperty.call(m, "label_filename")) {
    d.label_filename = m.label_filename;
   }
   if (m.reshape != null && $Object.hasOwnProperty.call(m, "reshape")) {
    d.reshape = $root.inference.ModelTensorReshape.toObject(m.reshape, o, q + 1);
   }
   if (m.is_shape_tensor != null && $Object.hasOwnProperty.call(m, "is_shape_tensor")) {
    d.is_shape_tensor = m.is_shape_tensor;
   }
   if (m.is_non_linear_format_io != null && $Object.hasOwnProperty.call(m, "is_non_linear_format_io")) {
    d.is_non_linear_format_io = m.is_non_linear_format_io;
   }
   return d;
  };
  ModelOutput.prototype.toJSON = function() {
   return ModelOutput.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ModelOutput;
 })();
 inference.BatchInput = (function() {
  const BatchInput = function (p) {
   this.target_name = [];
   this.source_input = [];
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  BatchInput.prototype.kind = 0;
  BatchInput.prototype.target_name = $util.emptyArray;
  BatchInput.prototype.data_type = 0;
  BatchInput.prototype.source_input = $util.emptyArray;
  BatchInput.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.kind != null && $Object.hasOwnProperty.call(m, "kind") && m.kind !== 0)
    w.uint32(/* id 1, wireType 0 =*/8).int32(m.kind);
   if (m.target_name != null && m.target_name.length) {
    for (var i = 0; i < m.target_name.length; ++i)
     w.uint32(/* id 2, wireType 2 =*/18).string(m.target_name[i]);
   }
   if (m.data_type != null && $Object.hasOwnProperty.call(m, "data_type") && m.data_type !== 0)
    w.uint32(/* id 3, wireType 0 =*/24).int32(m.data_type);
   if (m.source_input != null && m.source_input.length) {
    for (var i = 0; i < m.source_input.length; ++i)
     w.uint32(/* id 4, wireType 2 =*/34).string(m.source_input[i]);
   }
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  BatchInput.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.BatchInput();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 0)
       break;
      if (v = r.int32())
       m.kind = v;
      else
       delete m.kind;
      continue;
     }
    case 2: {
      if (u !== 2)
       break;
      if (!(m.target_name && m.target_name.length))
       m.target_name = [];
      m.target_name.push(r.stringVerify());
      continue;
     }
    case 3: {
      if (u !== 0)
       break;
      if (v = r.int32())
       m.data_type = v;
      else
       delete m.data_type;
      continue;
     }
    case 4: {
      if (u !== 2)
       break;
      if (!(m.source_input && m.source_input.length))
       m.source_input = [];
      m.source_input.push(r.stringVerify());
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  BatchInput.fromObject = function (d, q) {
   if (d instanceof $root.inference.BatchInput)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.BatchInput: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.BatchInput();
   if (d.kind !== 0 && (typeof d.kind !== "string" || $root.inference.BatchInput.Kind[d.kind] !== 0)) {
    switch (d.kind) {
    case "BATCH_ELEMENT_COUNT":
    case 0:
     m.kind = 0;
     break;
    case "BATCH_ACCUMULATED_ELEMENT_COUNT":
    case 1:
     m.kind = 1;
     break;
    case "BATCH_ACCUMULATED_ELEMENT_COUNT_WITH_ZERO":
    case 2:
     m.kind = 2;
     break;
    case "BATCH_MAX_ELEMENT_COUNT_AS_SHAPE":
    case 3:
     m.kind = 3;
     break;
    case "BATCH_ITEM_SHAPE":
    case 4:
     m.kind = 4;
     break;
    case "BATCH_ITEM_SHAPE_FLATTEN":
    case 5:
     m.kind = 5;
     break;
    default:
     if (typeof d.kind === "number" && (d.kind | 0) === d.kind)
      m.kind = d.kind;
    }
   }
   if (d.target_name) {
    if (!$Array.isArray(d.target_name))
     throw $TypeError(".inference.BatchInput.target_name: array expected");
    m.target_name = $Array(d.target_name.length);
    for (var i = 0; i < d.target_name.length; ++i) {
     m.target_name[i] = $String(d.target_name[i]);
    }
   }
   if (d.data_type !== 0 && (typeof d.data_type !== "string" || $root.inference.DataType[d.data_type] !== 0)) {
    switch (d.data_type) {
    case "TYPE_INVALID":
    case 0:
     m.data_type = 0;
     break;
    case "TYPE_BOOL":
    case 1:
     m.data_type = 1;
     break;
    case "TYPE_UINT8":
    case 2:
     m.data_type = 2;
     break;
    case "TYPE_UINT16":
    case 3:
     m.data_type = 3;
     break;
    case "TYPE_UINT32":
    case 4:
     m.data_type = 4;
     break;
    case "TYPE_UINT64":
    case 5:
     m.data_type = 5;
     break;
    case "TYPE_INT8":
    case 6:
     m.data_type = 6;
     break;
    case "TYPE_INT16":
    case 7:
     m.data_type = 7;
     break;
    case "TYPE_INT32":
    case 8:
     m.data_type = 8;
     break;
    case "TYPE_INT64":
    case 9:
     m.data_type = 9;
     break;
    case "TYPE_FP16":
    case 10:
     m.data_type = 10;
     break;
    case "TYPE_FP32":
    case 11:
     m.data_type = 11;
     break;
    case "TYPE_FP64":
    case 12:
     m.data_type = 12;
     break;
    case "TYPE_STRING":
    case 13:
     m.data_type = 13;
     break;
    case "TYPE_BF16":
    case 14:
     m.data_type = 14;
     break;
    default:
     if (typeof d.data_type === "number" && (d.data_type | 0) === d.data_type)
      m.data_type = d.data_type;
    }
   }
   if (d.source_input) {
    if (!$Array.isArray(d.source_input))
     throw $TypeError(".inference.BatchInput.source_input: array expected");
    m.source_input = $Array(d.source_input.length);
    for (var i = 0; i < d.source_input.length; ++i) {
     m.source_input[i] = $String(d.source_input[i]);
    }
   }
   return m;
  };
  BatchInput.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.arrays || o.defaults) {
    d.target_name = [];
    d.source_input = [];
   }
   if (o.defaults) {
    d.kind = o.enums === $String ? "BATCH_ELEMENT_COUNT" : 0;
    d.data_type = o.enums === $String ? "TYPE_INVALID" : 0;
   }
   if (m.kind != null && $Object.hasOwnProperty.call(m, "kind")) {
    d.kind = o.enums === $String ? $root.inference.BatchInput.Kind[m.kind] === $undefined ? m.kind : $root.inference.BatchInput.Kind[m.kind] : m.kind;
   }
   if (m.target_name && m.target_name.length) {
    d.target_name = $Array(m.target_name.length);
    for (var j = 0; j < m.target_name.length; ++j) {
     d.target_name[j] = m.target_name[j];
    }
   }
   if (m.data_type != null && $Object.hasOwnProperty.call(m, "data_type")) {
    d.data_type = o.enums === $String ? $root.inference.DataType[m.data_type] === $undefined ? m.data_type : $root.inference.DataType[m.data_type] : m.data_type;
   }
   if (m.source_input && m.source_input.length) {
    d.source_input = $Array(m.source_input.length);
    for (var j = 0; j < m.source_input.length; ++j) {
     d.source_input[j] = m.source_input[j];
    }
   }
   return d;
  };
  BatchInput.prototype.toJSON = function() {
   return BatchInput.toObject(this, $protobuf.util.toJSONOptions);
  };
  BatchInput.Kind = (function() {
   const valuesById = $Object.create(null), values = $Object.create(valuesById);
   values[valuesById[0] = "BATCH_ELEMENT_COUNT"] = 0;
   values[valuesById[1] = "BATCH_ACCUMULATED_ELEMENT_COUNT"] = 1;
   values[valuesById[2] = "BATCH_ACCUMULATED_ELEMENT_COUNT_WITH_ZERO"] = 2;
   values[valuesById[3] = "BATCH_MAX_ELEMENT_COUNT_AS_SHAPE"] = 3;
   values[valuesById[4] = "BATCH_ITEM_SHAPE"] = 4;
   values[valuesById[5] = "BATCH_ITEM_SHAPE_FLATTEN"] = 5;
   return values;
  })();
  return BatchInput;
 })();
 inference.BatchOutput = (function() {
  const BatchOutput = function (p) {
   this.target_name = [];
   this.source_input = [];
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  BatchOutput.prototype.target_name = $util.emptyArray;
  BatchOutput.prototype.kind = 0;
  BatchOutput.prototype.source_input = $util.emptyArray;
  BatchOutput.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.target_name != null && m.target_name.length) {
    for (var i = 0; i < m.target_name.length; ++i)
     w.uint32(/* id 1, wireType 2 =*/10).string(m.target_name[i]);
   }
   if (m.kind != null && $Object.hasOwnProperty.call(m, "kind") && m.kind !== 0)
    w.uint32(/* id 2, wireType 0 =*/16).int32(m.kind);
   if (m.source_input != null && m.source_input.length) {
    for (var i = 0; i < m.source_input.length; ++i)
     w.uint32(/* id 3, wireType 2 =*/26).string(m.source_input[i]);
   }
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  BatchOutput.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.BatchOutput();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if (!(m.target_name && m.target_name.length))
       m.target_name = [];
      m.target_name.push(r.stringVerify());
      continue;
     }
    case 2: {
      if (u !== 0)
       break;
      if (v = r.int32())
       m.kind = v;
      else
       delete m.kind;
      continue;
     }
    case 3: {
      if (u !== 2)
       break;
      if (!(m.source_input && m.source_input.length))
       m.source_input = [];
      m.source_input.push(r.stringVerify());
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  BatchOutput.fromObject = function (d, q) {
   if (d instanceof $root.inference.BatchOutput)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.BatchOutput: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.BatchOutput();
   if (d.target_name) {
    if (!$Array.isArray(d.target_name))
     throw $TypeError(".inference.BatchOutput.target_name: array expected");
    m.target_name = $Array(d.target_name.length);
    for (var i = 0; i < d.target_name.length; ++i) {
     m.target_name[i] = $String(d.target_name[i]);
    }
   }
   if (d.kind !== 0 && (typeof d.kind !== "string" || $root.inference.BatchOutput.Kind[d.kind] !== 0)) {
    switch (d.kind) {
    case "BATCH_SCATTER_WITH_INPUT_SHAPE":
    case 0:
     m.kind = 0;
     break;
    default:
     if (typeof d.kind === "number" && (d.kind | 0) === d.kind)
      m.kind = d.kind;
    }
   }
   if (d.source_input) {
    if (!$Array.isArray(d.source_input))
     throw $TypeError(".inference.BatchOutput.source_input: array expected");
    m.source_input = $Array(d.source_input.length);
    for (var i = 0; i < d.source_input.length; ++i) {
     m.source_input[i] = $String(d.source_input[i]);
    }
   }
   return m;
  };
  BatchOutput.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.arrays || o.defaults) {
    d.target_name = [];
    d.source_input = [];
   }
   if (o.defaults) {
    d.kind = o.enums === $String ? "BATCH_SCATTER_WITH_INPUT_SHAPE" : 0;
   }
   if (m.target_name && m.target_name.length) {
    d.target_name = $Array(m.target_name.length);
    for (var j = 0; j < m.target_name.length; ++j) {
     d.target_name[j] = m.target_name[j];
    }
   }
   if (m.kind != null && $Object.hasOwnProperty.call(m, "kind")) {
    d.kind = o.enums === $String ? $root.inference.BatchOutput.Kind[m.kind] === $undefined ? m.kind : $root.inference.BatchOutput.Kind[m.kind] : m.kind;
   }
   if (m.source_input && m.source_input.length) {
    d.source_input = $Array(m.source_input.length);
    for (var j = 0; j < m.source_input.length; ++j) {
     d.source_input[j] = m.source_input[j];
    }
   }
   return d;
  };
  BatchOutput.prototype.toJSON = function() {
   return BatchOutput.toObject(this, $protobuf.util.toJSONOptions);
  };
  BatchOutput.Kind = (function() {
   const valuesById = $Object.create(null), values = $Object.create(valuesById);
   values[valuesById[0] = "BATCH_SCATTER_WITH_INPUT_SHAPE"] = 0;
   return values;
  })();
  return BatchOutput;
 })();
 inference.ModelVersionPolicy = (function() {
  const ModelVersionPolicy = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelVersionPolicy.prototype.latest = null;
  ModelVersionPolicy.prototype.all = null;
  ModelVersionPolicy.prototype.specific = null;
  // OneOf field names bound to virtual getters and setters
  let $oneOfFields;
  $Object.defineProperty(ModelVersionPolicy.prototype, "policy_choice", {
   get: $util.oneOfGetter($oneOfFields = ["latest", "all", "specific"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  ModelVersionPolicy.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.latest != null && $Object.hasOwnProperty.call(m, "latest"))
    $root.inference.ModelVersionPolicy.Latest.encode(m.latest, w.uint32(/* id 1, wireType 2 =*/10).fork(), q + 1).ldelim();
   if (m.all != null && $Object.hasOwnProperty.call(m, "all"))
    $root.inference.ModelVersionPolicy.All.encode(m.all, w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim();
   if (m.specific != null && $Object.hasOwnProperty.call(m, "specific"))
    $root.inference.ModelVersionPolicy.Specific.encode(m.specific, w.uint32(/* id 3, wireType 2 =*/26).fork(), q + 1).ldelim();
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelVersionPolicy.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelVersionPolicy();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      m.latest = $root.inference.ModelVersionPolicy.Latest.decode(r, r.size(), $undefined, q + 1, m.latest);
      m.policy_choice = "latest";
      continue;
     }
    case 2: {
      if (u !== 2)
       break;
      m.all = $root.inference.ModelVersionPolicy.All.decode(r, r.size(), $undefined, q + 1, m.all);
      m.policy_choice = "all";
      continue;
     }
    case 3: {
      if (u !== 2)
       break;
      m.specific = $root.inference.ModelVersionPolicy.Specific.decode(r, r.size(), $undefined, q + 1, m.specific);
      m.policy_choice = "specific";
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelVersionPolicy.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelVersionPolicy)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelVersionPolicy: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelVersionPolicy();
   if (d.latest != null) {
    if (!$util.isObject(d.latest))
     throw $TypeError(".inference.ModelVersionPolicy.latest: object expected");
    m.latest = $root.inference.ModelVersionPolicy.Latest.fromObject(d.latest, q + 1);
   }
   if (d.all != null) {
    if (!$util.isObject(d.all))
     throw $TypeError(".inference.ModelVersionPolicy.all: object expected");
    m.all = $root.inference.ModelVersionPolicy.All.fromObject(d.all, q + 1);
   }
   if (d.specific != null) {
    if (!$util.isObject(d.specific))
     throw $TypeError(".inference.ModelVersionPolicy.specific: object expected");
    m.specific = $root.inference.ModelVersionPolicy.Specific.fromObject(d.specific, q + 1);
   }
   return m;
  };
  ModelVersionPolicy.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (m.latest != null && $Object.hasOwnProperty.call(m, "latest")) {
    d.latest = $root.inference.ModelVersionPolicy.Latest.toObject(m.latest, o, q + 1);
    if (o.oneofs)
     d.policy_choice = "latest";
   }
   if (m.all != null && $Object.hasOwnProperty.call(m, "all")) {
    d.all = $root.inference.ModelVersionPolicy.All.toObject(m.all, o, q + 1);
    if (o.oneofs)
     d.policy_choice = "all";
   }
   if (m.specific != null && $Object.hasOwnProperty.call(m, "specific")) {
    d.specific = $root.inference.ModelVersionPolicy.Specific.toObject(m.specific, o, q + 1);
    if (o.oneofs)
     d.policy_choice = "specific";
   }
   return d;
  };
  ModelVersionPolicy.prototype.toJSON = function() {
   return ModelVersionPolicy.toObject(this, $protobuf.util.toJSONOptions);
  };
  ModelVersionPolicy.Latest = (function() {
   const Latest = function (p) {
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   Latest.prototype.num_versions = 0;
   Latest.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.num_versions != null && $Object.hasOwnProperty.call(m, "num_versions") && m.num_versions !== 0)
     w.uint32(/* id 1, wireType 0 =*/8).uint32(m.num_versions);
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   Latest.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelVersionPolicy.Latest();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 0)
        break;
       if (v = r.uint32())
        m.num_versions = v;
       else
        delete m.num_versions;
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   Latest.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelVersionPolicy.Latest)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelVersionPolicy.Latest: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.ModelVersionPolicy.Latest();
    if (d.num_versions != null) {
     if ($Number(d.num_versions) !== 0) {
      m.num_versions = d.num_versions >>> 0;
     }
    }
    return m;
   };
   Latest.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.defaults) {
     d.num_versions = 0;
    }
    if (m.num_versions != null && $Object.hasOwnProperty.call(m, "num_versions")) {
     d.num_versions = m.num_versions;
    }
    return d;
   };
   Latest.prototype.toJSON = function() {
    return Latest.toObject(this, $protobuf.util.toJSONOptions);
   };
   return Latest;
  })();
  ModelVersionPolicy.All = (function() {
   const All = function (p) {
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   All.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   All.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelVersionPolicy.All();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     r.skipType(t & 7, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   All.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelVersionPolicy.All)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelVersionPolicy.All: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    return new $root.inference.ModelVersionPolicy.All();
   };
   All.toObject = function () {
    return {};
   };
   All.prototype.toJSON = function() {
    return All.toObject(this, $protobuf.util.toJSONOptions);
   };
   return All;
  })();
  ModelVersionPolicy.Specific = (function() {
   const Specific = function (p) {
    this.versions = [];
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   Specific.prototype.versions = $util.emptyArray;
   Specific.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.versions != null && m.versions.length) {
     w.uint32(/* id 1, wireType 2 =*/10).int64s(m.versions);
    }
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   Specific.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelVersionPolicy.Specific();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u === 2) {
        if (!(m.versions && m.versions.length))
         m.versions = [];
        r.int64s(m.versions);
        continue;
       }
       if (u !== 0)
        break;
       if (!(m.versions && m.versions.length))
        m.versions = [];
       m.versions.push(r.int64());
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   Specific.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelVersionPolicy.Specific)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelVersionPolicy.Specific: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.ModelVersionPolicy.Specific();
    if (d.versions) {
     if (!$Array.isArray(d.versions))
      throw $TypeError(".inference.ModelVersionPolicy.Specific.versions: array expected");
     m.versions = $Array(d.versions.length);
     for (var i = 0; i < d.versions.length; ++i) {
      if ($util.Long)
       m.versions[i] = $util.Long.fromValue(d.versions[i], false);
      else if (typeof d.versions[i] === "string")
       m.versions[i] = $parseInt(d.versions[i], 10);
      else if (typeof d.versions[i] === "number")
       m.versions[i] = d.versions[i];
      else if (typeof d.versions[i] === "object")
       m.versions[i] = new $util.LongBits(d.versions[i].low >>> 0, d.versions[i].high >>> 0).toNumber();
     }
    }
    return m;
   };
   Specific.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.arrays || o.defaults) {
     d.versions = [];
    }
    if (m.versions && m.versions.length) {
     d.versions = $Array(m.versions.length);
     for (var j = 0; j < m.versions.length; ++j) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.versions[j] = typeof m.versions[j] === "number" ? $BigInt(m.versions[j]) : $util.Long.fromBits(m.versions[j].low >>> 0, m.versions[j].high >>> 0, false).toBigInt();
      else if (typeof m.versions[j] === "number")
       d.versions[j] = o.longs === $String ? $String(m.versions[j]) : m.versions[j];
      else
       d.versions[j] = o.longs === $String ? $util.Long.prototype.toString.call(m.versions[j]) : o.longs === $Number ? new $util.LongBits(m.versions[j].low >>> 0, m.versions[j].high >>> 0).toNumber() : m.versions[j];
     }
    }
    return d;
   };
   Specific.prototype.toJSON = function() {
    return Specific.toObject(this, $protobuf.util.toJSONOptions);
   };
   return Specific;
  })();
  return ModelVersionPolicy;
 })();
 inference.ModelOptimizationPolicy = (function() {
  const ModelOptimizationPolicy = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelOptimizationPolicy.prototype.graph = null;
  ModelOptimizationPolicy.prototype.priority = 0;
  ModelOptimizationPolicy.prototype.cuda = null;
  ModelOptimizationPolicy.prototype.execution_accelerators = null;
  ModelOptimizationPolicy.prototype.input_pinned_memory = null;
  ModelOptimizationPolicy.prototype.output_pinned_memory = null;
  ModelOptimizationPolicy.prototype.gather_kernel_buffer_threshold = 0;
  ModelOptimizationPolicy.prototype.eager_batching = false;
  ModelOptimizationPolicy.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.graph != null && $Object.hasOwnProperty.call(m, "graph"))
    $root.inference.ModelOptimizationPolicy.Graph.encode(m.graph, w.uint32(/* id 1, wireType 2 =*/10).fork(), q + 1).ldelim();
   if (m.priority != null && $Object.hasOwnProperty.call(m, "priority") && m.priority !== 0)
    w.uint32(/* id 2, wireType 0 =*/16).int32(m.priority);
   if (m.cuda != null && $Object.hasOwnProperty.call(m, "cuda"))
    $root.inference.ModelOptimizationPolicy.Cuda.encode(m.cuda, w.uint32(/* id 3, wireType 2 =*/26).fork(), q + 1).ldelim();
   if (m.execution_accelerators != null && $Object.hasOwnProperty.call(m, "execution_accelerators"))
    $root.inference.ModelOptimizationPolicy.ExecutionAccelerators.encode(m.execution_accelerators, w.uint32(/* id 4, wireType 2 =*/34).fork(), q + 1).ldelim();
   if (m.input_pinned_memory != null && $Object.hasOwnProperty.call(m, "input_pinned_memory"))
    $root.inference.ModelOptimizationPolicy.PinnedMemoryBuffer.encode(m.input_pinned_memory, w.uint32(/* id 5, wireType 2 =*/42).fork(), q + 1).ldelim();
   if (m.output_pinned_memory != null && $Object.hasOwnProperty.call(m, "output_pinned_memory"))
    $root.inference.ModelOptimizationPolicy.PinnedMemoryBuffer.encode(m.output_pinned_memory, w.uint32(/* id 6, wireType 2 =*/50).fork(), q + 1).ldelim();
   if (m.gather_kernel_buffer_threshold != null && $Object.hasOwnProperty.call(m, "gather_kernel_buffer_threshold") && m.gather_kernel_buffer_threshold !== 0)
    w.uint32(/* id 7, wireType 0 =*/56).uint32(m.gather_kernel_buffer_threshold);
   if (m.eager_batching != null && $Object.hasOwnProperty.call(m, "eager_batching") && m.eager_batching !== false)
    w.uint32(/* id 8, wireType 0 =*/64).bool(m.eager_batching);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelOptimizationPolicy.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelOptimizationPolicy();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      m.graph = $root.inference.ModelOptimizationPolicy.Graph.decode(r, r.size(), $undefined, q + 1, m.graph);
      continue;
     }
    case 2: {
      if (u !== 0)
       break;
      if (v = r.int32())
       m.priority = v;
      else
       delete m.priority;
      continue;
     }
    case 3: {
      if (u !== 2)
       break;
      m.cuda = $root.inference.ModelOptimizationPolicy.Cuda.decode(r, r.size(), $undefined, q + 1, m.cuda);
      continue;
     }
    case 4: {
      if (u !== 2)
       break;
      m.execution_accelerators = $root.inference.ModelOptimizationPolicy.ExecutionAccelerators.decode(r, r.size(), $undefined, q + 1, m.execution_accelerators);
      continue;
     }
    case 5: {
      if (u !== 2)
       break;
      m.input_pinned_memory = $root.inference.ModelOptimizationPolicy.PinnedMemoryBuffer.decode(r, r.size(), $undefined, q + 1, m.input_pinned_memory);
      continue;
     }
    case 6: {
      if (u !== 2)
       break;
      m.output_pinned_memory = $root.inference.ModelOptimizationPolicy.PinnedMemoryBuffer.decode(r, r.size(), $undefined, q + 1, m.output_pinned_memory);
      continue;
     }
    case 7: {
      if (u !== 0)
       break;
      if (v = r.uint32())
       m.gather_kernel_buffer_threshold = v;
      else
       delete m.gather_kernel_buffer_threshold;
      continue;
     }
    case 8: {
      if (u !== 0)
       break;
      if (v = r.bool())
       m.eager_batching = v;
      else
       delete m.eager_batching;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelOptimizationPolicy.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelOptimizationPolicy)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelOptimizationPolicy: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelOptimizationPolicy();
   if (d.graph != null) {
    if (!$util.isObject(d.graph))
     throw $TypeError(".inference.ModelOptimizationPolicy.graph: object expected");
    m.graph = $root.inference.ModelOptimizationPolicy.Graph.fromObject(d.graph, q + 1);
   }
   if (d.priority !== 0 && (typeof d.priority !== "string" || $root.inference.ModelOptimizationPolicy.ModelPriority[d.priority] !== 0)) {
    switch (d.priority) {
    case "PRIORITY_DEFAULT":
    case 0:
     m.priority = 0;
     break;
    case "PRIORITY_MAX":
    case 1:
     m.priority = 1;
     break;
    case "PRIORITY_MIN":
    case 2:
     m.priority = 2;
     break;
    default:
     if (typeof d.priority === "number" && (d.priority | 0) === d.priority)
      m.priority = d.priority;
    }
   }
   if (d.cuda != null) {
    if (!$util.isObject(d.cuda))
     throw $TypeError(".inference.ModelOptimizationPolicy.cuda: object expected");
    m.cuda = $root.inference.ModelOptimizationPolicy.Cuda.fromObject(d.cuda, q + 1);
   }
   if (d.execution_accelerators != null) {
    if (!$util.isObject(d.execution_accelerators))
     throw $TypeError(".inference.ModelOptimizationPolicy.execution_accelerators: object expected");
    m.execution_accelerators = $root.inference.ModelOptimizationPolicy.ExecutionAccelerators.fromObject(d.execution_accelerators, q + 1);
   }
   if (d.input_pinned_memory != null) {
    if (!$util.isObject(d.input_pinned_memory))
     throw $TypeError(".inference.ModelOptimizationPolicy.input_pinned_memory: object expected");
    m.input_pinned_memory = $root.inference.ModelOptimizationPolicy.PinnedMemoryBuffer.fromObject(d.input_pinned_memory, q + 1);
   }
   if (d.output_pinned_memory != null) {
    if (!$util.isObject(d.output_pinned_memory))
     throw $TypeError(".inference.ModelOptimizationPolicy.output_pinned_memory: object expected");
    m.output_pinned_memory = $root.inference.ModelOptimizationPolicy.PinnedMemoryBuffer.fromObject(d.output_pinned_memory, q + 1);
   }
   if (d.gather_kernel_buffer_threshold != null) {
    if ($Number(d.gather_kernel_buffer_threshold) !== 0) {
     m.gather_kernel_buffer_threshold = d.gather_kernel_buffer_threshold >>> 0;
    }
   }
   if (d.eager_batching != null) {
    if (d.eager_batching) {
     m.eager_batching = $Boolean(d.eager_batching);
    }
   }
   return m;
  };
  ModelOptimizationPolicy.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.graph = null;
    d.priority = o.enums === $String ? "PRIORITY_DEFAULT" : 0;
    d.cuda = null;
    d.execution_accelerators = null;
    d.input_pinned_memory = null;
    d.output_pinned_memory = null;
    d.gather_kernel_buffer_threshold = 0;
    d.eager_batching = false;
   }
   if (m.graph != null && $Object.hasOwnProperty.call(m, "graph")) {
    d.graph = $root.inference.ModelOptimizationPolicy.Graph.toObject(m.graph, o, q + 1);
   }
   if (m.priority != null && $Object.hasOwnProperty.call(m, "priority")) {
    d.priority = o.enums === $String ? $root.inference.ModelOptimizationPolicy.ModelPriority[m.priority] === $undefined ? m.priority : $root.inference.ModelOptimizationPolicy.ModelPriority[m.priority] : m.priority;
   }
   if (m.cuda != null && $Object.hasOwnProperty.call(m, "cuda")) {
    d.cuda = $root.inference.ModelOptimizationPolicy.Cuda.toObject(m.cuda, o, q + 1);
   }
   if (m.execution_accelerators != null && $Object.hasOwnProperty.call(m, "execution_accelerators")) {
    d.execution_accelerators = $root.inference.ModelOptimizationPolicy.ExecutionAccelerators.toObject(m.execution_accelerators, o, q + 1);
   }
   if (m.input_pinned_memory != null && $Object.hasOwnProperty.call(m, "input_pinned_memory")) {
    d.input_pinned_memory = $root.inference.ModelOptimizationPolicy.PinnedMemoryBuffer.toObject(m.input_pinned_memory, o, q + 1);
   }
   if (m.output_pinned_memory != null && $Object.hasOwnProperty.call(m, "output_pinned_memory")) {
    d.output_pinned_memory = $root.inference.ModelOptimizationPolicy.PinnedMemoryBuffer.toObject(m.output_pinned_memory, o, q + 1);
   }
   if (m.gather_kernel_buffer_threshold != null && $Object.hasOwnProperty.call(m, "gather_kernel_buffer_threshold")) {
    d.gather_kernel_buffer_threshold = m.gather_kernel_buffer_threshold;
   }
   if (m.eager_batching != null && $Object.hasOwnProperty.call(m, "eager_batching")) {
    d.eager_batching = m.eager_batching;
   }
   return d;
  };
  ModelOptimizationPolicy.prototype.toJSON = function() {
   return ModelOptimizationPolicy.toObject(this, $protobuf.util.toJSONOptions);
  };
  ModelOptimizationPolicy.Graph = (function() {
   const Graph = function (p) {
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   Graph.prototype.level = 0;
   Graph.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.level != null && $Object.hasOwnProperty.call(m, "level") && m.level !== 0)
     w.uint32(/* id 1, wireType 0 =*/8).int32(m.level);
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   Graph.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelOptimizationPolicy.Graph();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 0)
        break;
       if (v = r.int32())
        m.level = v;
       else
        delete m.level;
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   Graph.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelOptimizationPolicy.Graph)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelOptimizationPolicy.Graph: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.ModelOptimizationPolicy.Graph();
    if (d.level != null) {
     if ($Number(d.level) !== 0) {
      m.level = d.level | 0;
     }
    }
    return m;
   };
   Graph.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.defaults) {
     d.level = 0;
    }
    if (m.level != null && $Object.hasOwnProperty.call(m, "level")) {
     d.level = m.level;
    }
    return d;
   };
   Graph.prototype.toJSON = function() {
    return Graph.toObject(this, $protobuf.util.toJSONOptions);
   };
   return Graph;
  })();
  ModelOptimizationPolicy.Cuda = (function() {
   const Cuda = function (p) {
    this.graph_spec = [];
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   Cuda.prototype.graphs = false;
   Cuda.prototype.busy_wait_events = false;
   Cuda.prototype.graph_spec = $util.emptyArray;
   Cuda.prototype.output_copy_stream = false;
   Cuda.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.graphs != null && $Object.hasOwnProperty.call(m, "graphs") && m.graphs !== false)
     w.uint32(/* id 1, wireType 0 =*/8).bool(m.graphs);
    if (m.busy_wait_events != null && $Object.hasOwnProperty.call(m, "busy_wait_events") && m.busy_wait_events !== false)
     w.uint32(/* id 2, wireType 0 =*/16).bool(m.busy_wait_events);
    if (m.graph_spec != null && m.graph_spec.length) {
     for (var i = 0; i < m.graph_spec.length; ++i)
      $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.encode(m.graph_spec[i], w.uint32(/* id 3, wireType 2 =*/26).fork(), q + 1).ldelim();
    }
    if (m.output_copy_stream != null && $Object.hasOwnProperty.call(m, "output_copy_stream") && m.output_copy_stream !== false)
     w.uint32(/* id 4, wireType 0 =*/32).bool(m.output_copy_stream);
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   Cuda.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelOptimizationPolicy.Cuda();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 0)
        break;
       if (v = r.bool())
        m.graphs = v;
       else
        delete m.graphs;
       continue;
      }
     case 2: {
       if (u !== 0)
        break;
       if (v = r.bool())
        m.busy_wait_events = v;
       else
        delete m.busy_wait_events;
       continue;
      }
     case 3: {
       if (u !== 2)
        break;
       if (!(m.graph_spec && m.graph_spec.length))
        m.graph_spec = [];
       m.graph_spec.push($root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.decode(r, r.size(), $undefined, q + 1));
       continue;
      }
     case 4: {
       if (u !== 0)
        break;
       if (v = r.bool())
        m.output_copy_stream = v;
       else
        delete m.output_copy_stream;
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   Cuda.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelOptimizationPolicy.Cuda)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelOptimizationPolicy.Cuda: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.ModelOptimizationPolicy.Cuda();
    if (d.graphs != null) {
     if (d.graphs) {
      m.graphs = $Boolean(d.graphs);
     }
    }
    if (d.busy_wait_events != null) {
     if (d.busy_wait_events) {
      m.busy_wait_events = $Boolean(d.busy_wait_events);
     }
    }
    if (d.graph_spec) {
     if (!$Array.isArray(d.graph_spec))
      throw $TypeError(".inference.ModelOptimizationPolicy.Cuda.graph_spec: array expected");
     m.graph_spec = $Array(d.graph_spec.length);
     for (var i = 0; i < d.graph_spec.length; ++i) {
      if (!$util.isObject(d.graph_spec[i]))
       throw $TypeError(".inference.ModelOptimizationPolicy.Cuda.graph_spec: object expected");
      m.graph_spec[i] = $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.fromObject(d.graph_spec[i], q + 1);
     }
    }
    if (d.output_copy_stream != null) {
     if (d.output_copy_stream) {
      m.output_copy_stream = $Boolean(d.output_copy_stream);
     }
    }
    return m;
   };
   Cuda.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.arrays || o.defaults) {
     d.graph_spec = [];
    }
    if (o.defaults) {
     d.graphs = false;
     d.busy_wait_events = false;
     d.output_copy_stream = false;
    }
    if (m.graphs != null && $Object.hasOwnProperty.call(m, "graphs")) {
     d.graphs = m.graphs;
    }
    if (m.busy_wait_events != null && $Object.hasOwnProperty.call(m, "busy_wait_events")) {
     d.busy_wait_events = m.busy_wait_events;
    }
    if (m.graph_spec && m.graph_spec.length) {
     d.graph_spec = $Array(m.graph_spec.length);
     for (var j = 0; j < m.graph_spec.length; ++j) {
      d.graph_spec[j] = $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.toObject(m.graph_spec[j], o, q + 1);
     }
    }
    if (m.output_copy_stream != null && $Object.hasOwnProperty.call(m, "output_copy_stream")) {
     d.output_copy_stream = m.output_copy_stream;
    }
    return d;
   };
   Cuda.prototype.toJSON = function() {
    return Cuda.toObject(this, $protobuf.util.toJSONOptions);
   };
   Cuda.GraphSpec = (function() {
    const GraphSpec = function (p) {
     this.input = {};
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    GraphSpec.prototype.batch_size = 0;
    GraphSpec.prototype.input = $util.emptyObject;
    GraphSpec.prototype.graph_lower_bound = null;
    GraphSpec.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.batch_size != null && $Object.hasOwnProperty.call(m, "batch_size") && m.batch_size !== 0)
      w.uint32(/* id 1, wireType 0 =*/8).int32(m.batch_size);
     if (m.input != null && $Object.hasOwnProperty.call(m, "input")) {
      for (var ks = $Object.keys(m.input), i = 0; i < ks.length; ++i) {
       w.uint32(/* id 2, wireType 2 =*/18).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]);
       $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape.encode(m.input[ks[i]], w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
      }
     }
     if (m.graph_lower_bound != null && $Object.hasOwnProperty.call(m, "graph_lower_bound"))
      $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound.encode(m.graph_lower_bound, w.uint32(/* id 3, wireType 2 =*/26).fork(), q + 1).ldelim();
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    GraphSpec.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m, k, v;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 0)
         break;
        if (v = r.int32())
         m.batch_size = v;
        else
         delete m.batch_size;
        continue;
       }
      case 2: {
        if (u !== 2)
         break;
        if (m.input === $util.emptyObject)
         m.input = {};
        var c2 = r.size() + r.pos;
        if (c2 > r.len)
         throw $RangeError("index out of range");
        r.len = c2;
        k = "";
        v = null;
        while (r.pos < c2) {
         var t2 = r.tag();
         u = t2 & 7;
         switch (t2 >>>= 3) {
         case 1:
          if (u !== 2)
           break;
          k = r.stringVerify();
          continue;
         case 2:
          if (u !== 2)
           break;
          v = $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape.decode(r, r.size(), $undefined, q + 1, v);
          continue;
         }
         r.skipType(u, q, t2);
        }
        if (r.pos !== c2)
         throw $RangeError("index out of range");
        r.len = c;
        if (k === "__proto__")
         $util.makeProp(m.input, k);
        m.input[k] = v || new $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape();
        continue;
       }
      case 3: {
        if (u !== 2)
         break;
        m.graph_lower_bound = $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound.decode(r, r.size(), $undefined, q + 1, m.graph_lower_bound);
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    GraphSpec.fromObject = function (d, q) {
     if (d instanceof $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".inference.ModelOptimizationPolicy.Cuda.GraphSpec: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec();
     if (d.batch_size != null) {
      if ($Number(d.batch_size) !== 0) {
       m.batch_size = d.batch_size | 0;
      }
     }
     if (d.input) {
      if (!$util.isObject(d.input))
       throw $TypeError(".inference.ModelOptimizationPolicy.Cuda.GraphSpec.input: object expected");
      m.input = {};
      for (var ks = $Object.keys(d.input), i = 0; i < ks.length; ++i) {
       if (ks[i] === "__proto__")
        $util.makeProp(m.input, ks[i]);
       if (!$util.isObject(d.input[ks[i]]))
        throw $TypeError(".inference.ModelOptimizationPolicy.Cuda.GraphSpec.input: object expected");
       m.input[ks[i]] = $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape.fromObject(d.input[ks[i]], q + 1);
      }
     }
     if (d.graph_lower_bound != null) {
      if (!$util.isObject(d.graph_lower_bound))
       throw $TypeError(".inference.ModelOptimizationPolicy.Cuda.GraphSpec.graph_lower_bound: object expected");
      m.graph_lower_bound = $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound.fromObject(d.graph_lower_bound, q + 1);
     }
     return m;
    };
    GraphSpec.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.objects || o.defaults) {
      d.input = {};
     }
     if (o.defaults) {
      d.batch_size = 0;
      d.graph_lower_bound = null;
     }
     if (m.batch_size != null && $Object.hasOwnProperty.call(m, "batch_size")) {
      d.batch_size = m.batch_size;
     }
     var ks2;
     if (m.input && (ks2 = $Object.keys(m.input)).length) {
      d.input = {};
      for (var j = 0; j < ks2.length; ++j) {
       if (ks2[j] === "__proto__")
        $util.makeProp(d.input, ks2[j]);
       d.input[ks2[j]] = $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape.toObject(m.input[ks2[j]], o, q + 1);
      }
     }
     if (m.graph_lower_bound != null && $Object.hasOwnProperty.call(m, "graph_lower_bound")) {
      d.graph_lower_bound = $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound.toObject(m.graph_lower_bound, o, q + 1);
     }
     return d;
    };
    GraphSpec.prototype.toJSON = function() {
     return GraphSpec.toObject(this, $protobuf.util.toJSONOptions);
    };
    GraphSpec.Shape = (function() {
     const Shape = function (p) {
      this.dim = [];
      if (p)
       for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
        if (p[ks[i]] != null && ks[i] !== "__proto__")
         this[ks[i]] = p[ks[i]];
     };
     Shape.prototype.dim = $util.emptyArray;
     Shape.encode = function (m, w, q) {
      if (!w)
       w = $Writer.create();
      if (q === $undefined)
       q = 0;
      if (q > $util.recursionLimit)
       throw $Error("max depth exceeded");
      if (m.dim != null && m.dim.length) {
       w.uint32(/* id 1, wireType 2 =*/10).int64s(m.dim);
      }
      if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
       for (var i = 0; i < m.$unknowns.length; ++i)
        w.raw(m.$unknowns[i]);
      return w;
     };
     Shape.decode = function (r, l, z, q, g) {
      if (!(r instanceof $Reader))
       r = $Reader.create(r);
      if (q === $undefined)
       q = 0;
      if (q > $Reader.recursionLimit)
       throw $Error("max depth exceeded");
      var c, m;
      if (l === $undefined)
       c = r.len;
      else {
       c = r.pos + l;
       if (c > r.len)
        throw $RangeError("index out of range");
       l = r.len;
       r.len = c;
      }
      m = g || new $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape();
      while (r.pos < c) {
       var s = r.pos;
       var t = r.tag();
       if (t === z) {
        z = $undefined;
        break;
       }
       var u = t & 7;
       switch (t >>>= 3) {
       case 1: {
         if (u === 2) {
          if (!(m.dim && m.dim.length))
           m.dim = [];
          r.int64s(m.dim);
          continue;
         }
         if (u !== 0)
          break;
         if (!(m.dim && m.dim.length))
          m.dim = [];
         m.dim.push(r.int64());
         continue;
        }
       }
       r.skipType(u, q, t);
       if (!r.discardUnknown) {
        $util.makeProp(m, "$unknowns", false);
        (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
       }
      }
      if (l !== $undefined) {
       if (r.pos !== c)
        throw $RangeError("index out of range");
       r.len = l;
      }
      if (z !== $undefined)
       throw $Error("missing end group");
      return m;
     };
     Shape.fromObject = function (d, q) {
      if (d instanceof $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape)
       return d;
      if (!$util.isObject(d))
       throw $TypeError(".inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape: object expected");
      if (q === $undefined)
       q = 0;
      if (q > $util.recursionLimit)
       throw $Error("max depth exceeded");
      var m = new $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape();
      if (d.dim) {
       if (!$Array.isArray(d.dim))
        throw $TypeError(".inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape.dim: array expected");
       m.dim = $Array(d.dim.length);
       for (var i = 0; i < d.dim.length; ++i) {
        if ($util.Long)
         m.dim[i] = $util.Long.fromValue(d.dim[i], false);
        else if (typeof d.dim[i] === "string")
         m.dim[i] = $parseInt(d.dim[i], 10);
        else if (typeof d.dim[i] === "number")
         m.dim[i] = d.dim[i];
        else if (typeof d.dim[i] === "object")
         m.dim[i] = new $util.LongBits(d.dim[i].low >>> 0, d.dim[i].high >>> 0).toNumber();
       }
      }
      return m;
     };
     Shape.toObject = function (m, o, q) {
      if (!o)
       o = {};
      if (q === $undefined)
       q = 0;
      if (q > $util.recursionLimit)
       throw $Error("max depth exceeded");
      var d = {};
      if (o.arrays || o.defaults) {
       d.dim = [];
      }
      if (m.dim && m.dim.length) {
       d.dim = $Array(m.dim.length);
       for (var j = 0; j < m.dim.length; ++j) {
        if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
         d.dim[j] = typeof m.dim[j] === "number" ? $BigInt(m.dim[j]) : $util.Long.fromBits(m.dim[j].low >>> 0, m.dim[j].high >>> 0, false).toBigInt();
        else if (typeof m.dim[j] === "number")
         d.dim[j] = o.longs === $String ? $String(m.dim[j]) : m.dim[j];
        else
         d.dim[j] = o.longs === $String ? $util.Long.prototype.toString.call(m.dim[j]) : o.longs === $Number ? new $util.LongBits(m.dim[j].low >>> 0, m.dim[j].high >>> 0).toNumber() : m.dim[j];
       }
      }
      return d;
     };
     Shape.prototype.toJSON = function() {
      return Shape.toObject(this, $protobuf.util.toJSONOptions);
     };
     return Shape;
    })();
    GraphSpec.LowerBound = (function() {
     const LowerBound = function (p) {
      this.input = {};
      if (p)
       for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
        if (p[ks[i]] != null && ks[i] !== "__proto__")
         this[ks[i]] = p[ks[i]];
     };
     LowerBound.prototype.batch_size = 0;
     LowerBound.prototype.input = $util.emptyObject;
     LowerBound.encode = function (m, w, q) {
      if (!w)
       w = $Writer.create();
      if (q === $undefined)
       q = 0;
      if (q > $util.recursionLimit)
       throw $Error("max depth exceeded");
      if (m.batch_size != null && $Object.hasOwnProperty.call(m, "batch_size") && m.batch_size !== 0)
       w.uint32(/* id 1, wireType 0 =*/8).int32(m.batch_size);
      if (m.input != null && $Object.hasOwnProperty.call(m, "input")) {
       for (var ks = $Object.keys(m.input), i = 0; i < ks.length; ++i) {
        w.uint32(/* id 2, wireType 2 =*/18).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]);
        $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape.encode(m.input[ks[i]], w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
       }
      }
      if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
       for (var i = 0; i < m.$unknowns.length; ++i)
        w.raw(m.$unknowns[i]);
      return w;
     };
     LowerBound.decode = function (r, l, z, q, g) {
      if (!(r instanceof $Reader))
       r = $Reader.create(r);
      if (q === $undefined)
       q = 0;
      if (q > $Reader.recursionLimit)
       throw $Error("max depth exceeded");
      var c, m, k, v;
      if (l === $undefined)
       c = r.len;
      else {
       c = r.pos + l;
       if (c > r.len)
        throw $RangeError("index out of range");
       l = r.len;
       r.len = c;
      }
      m = g || new $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound();
      while (r.pos < c) {
       var s = r.pos;
       var t = r.tag();
       if (t === z) {
        z = $undefined;
        break;
       }
       var u = t & 7;
       switch (t >>>= 3) {
       case 1: {
         if (u !== 0)
          break;
         if (v = r.int32())
          m.batch_size = v;
         else
          delete m.batch_size;
         continue;
        }
       case 2: {
         if (u !== 2)
          break;
         if (m.input === $util.emptyObject)
          m.input = {};
         var c2 = r.size() + r.pos;
         if (c2 > r.len)
          throw $RangeError("index out of range");
         r.len = c2;
         k = "";
         v = null;
         while (r.pos < c2) {
          var t2 = r.tag();
          u = t2 & 7;
          switch (t2 >>>= 3) {
          case 1:
           if (u !== 2)
            break;
           k = r.stringVerify();
           continue;
          case 2:
           if (u !== 2)
            break;
           v = $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape.decode(r, r.size(), $undefined, q + 1, v);
           continue;
          }
          r.skipType(u, q, t2);
         }
         if (r.pos !== c2)
          throw $RangeError("index out of range");
         r.len = c;
         if (k === "__proto__")
          $util.makeProp(m.input, k);
         m.input[k] = v || new $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape();
         continue;
        }
       }
       r.skipType(u, q, t);
       if (!r.discardUnknown) {
        $util.makeProp(m, "$unknowns", false);
        (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
       }
      }
      if (l !== $undefined) {
       if (r.pos !== c)
        throw $RangeError("index out of range");
       r.len = l;
      }
      if (z !== $undefined)
       throw $Error("missing end group");
      return m;
     };
     LowerBound.fromObject = function (d, q) {
      if (d instanceof $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound)
       return d;
      if (!$util.isObject(d))
       throw $TypeError(".inference.ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound: object expected");
      if (q === $undefined)
       q = 0;
      if (q > $util.recursionLimit)
       throw $Error("max depth exceeded");
      var m = new $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound();
      if (d.batch_size != null) {
       if ($Number(d.batch_size) !== 0) {
        m.batch_size = d.batch_size | 0;
       }
      }
      if (d.input) {
       if (!$util.isObject(d.input))
        throw $TypeError(".inference.ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound.input: object expected");
       m.input = {};
       for (var ks = $Object.keys(d.input), i = 0; i < ks.length; ++i) {
        if (ks[i] === "__proto__")
         $util.makeProp(m.input, ks[i]);
        if (!$util.isObject(d.input[ks[i]]))
         throw $TypeError(".inference.ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound.input: object expected");
        m.input[ks[i]] = $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape.fromObject(d.input[ks[i]], q + 1);
       }
      }
      return m;
     };
     LowerBound.toObject = function (m, o, q) {
      if (!o)
       o = {};
      if (q === $undefined)
       q = 0;
      if (q > $util.recursionLimit)
       throw $Error("max depth exceeded");
      var d = {};
      if (o.objects || o.defaults) {
       d.input = {};
      }
      if (o.defaults) {
       d.batch_size = 0;
      }
      if (m.batch_size != null && $Object.hasOwnProperty.call(m, "batch_size")) {
       d.batch_size = m.batch_size;
      }
      var ks2;
      if (m.input && (ks2 = $Object.keys(m.input)).length) {
       d.input = {};
       for (var j = 0; j < ks2.length; ++j) {
        if (ks2[j] === "__proto__")
         $util.makeProp(d.input, ks2[j]);
        d.input[ks2[j]] = $root.inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape.toObject(m.input[ks2[j]], o, q + 1);
       }
      }
      return d;
     };
     LowerBound.prototype.toJSON = function() {
      return LowerBound.toObject(this, $protobuf.util.toJSONOptions);
     };
     return LowerBound;
    })();
    return GraphSpec;
   })();
   return Cuda;
  })();
  ModelOptimizationPolicy.ExecutionAccelerators = (function() {
   const ExecutionAccelerators = function (p) {
    this.gpu_execution_accelerator = [];
    this.cpu_execution_accelerator = [];
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   ExecutionAccelerators.prototype.gpu_execution_accelerator = $util.emptyArray;
   ExecutionAccelerators.prototype.cpu_execution_accelerator = $util.emptyArray;
   ExecutionAccelerators.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.gpu_execution_accelerator != null && m.gpu_execution_accelerator.length) {
     for (var i = 0; i < m.gpu_execution_accelerator.length; ++i)
      $root.inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator.encode(m.gpu_execution_accelerator[i], w.uint32(/* id 1, wireType 2 =*/10).fork(), q + 1).ldelim();
    }
    if (m.cpu_execution_accelerator != null && m.cpu_execution_accelerator.length) {
     for (var i = 0; i < m.cpu_execution_accelerator.length; ++i)
      $root.inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator.encode(m.cpu_execution_accelerator[i], w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim();
    }
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   ExecutionAccelerators.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelOptimizationPolicy.ExecutionAccelerators();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 2)
        break;
       if (!(m.gpu_execution_accelerator && m.gpu_execution_accelerator.length))
        m.gpu_execution_accelerator = [];
       m.gpu_execution_accelerator.push($root.inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator.decode(r, r.size(), $undefined, q + 1));
       continue;
      }
     case 2: {
       if (u !== 2)
        break;
       if (!(m.cpu_execution_accelerator && m.cpu_execution_accelerator.length))
        m.cpu_execution_accelerator = [];
       m.cpu_execution_accelerator.push($root.inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator.decode(r, r.size(), $undefined, q + 1));
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   ExecutionAccelerators.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelOptimizationPolicy.ExecutionAccelerators)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelOptimizationPolicy.ExecutionAccelerators: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.ModelOptimizationPolicy.ExecutionAccelerators();
    if (d.gpu_execution_accelerator) {
     if (!$Array.isArray(d.gpu_execution_accelerator))
      throw $TypeError(".inference.ModelOptimizationPolicy.ExecutionAccelerators.gpu_execution_accelerator: array expected");
     m.gpu_execution_accelerator = $Array(d.gpu_execution_accelerator.length);
     for (var i = 0; i < d.gpu_execution_accelerator.length; ++i) {
      if (!$util.isObject(d.gpu_execution_accelerator[i]))
       throw $TypeError(".inference.ModelOptimizationPolicy.ExecutionAccelerators.gpu_execution_accelerator: object expected");
      m.gpu_execution_accelerator[i] = $root.inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator.fromObject(d.gpu_execution_accelerator[i], q + 1);
     }
    }
    if (d.cpu_execution_accelerator) {
     if (!$Array.isArray(d.cpu_execution_accelerator))
      throw $TypeError(".inference.ModelOptimizationPolicy.ExecutionAccelerators.cpu_execution_accelerator: array expected");
     m.cpu_execution_accelerator = $Array(d.cpu_execution_accelerator.length);
     for (var i = 0; i < d.cpu_execution_accelerator.length; ++i) {
      if (!$util.isObject(d.cpu_execution_accelerator[i]))
       throw $TypeError(".inference.ModelOptimizationPolicy.ExecutionAccelerators.cpu_execution_accelerator: object expected");
      m.cpu_execution_accelerator[i] = $root.inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator.fromObject(d.cpu_execution_accelerator[i], q + 1);
     }
    }
    return m;
   };
   ExecutionAccelerators.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.arrays || o.defaults) {
     d.gpu_execution_accelerator = [];
     d.cpu_execution_accelerator = [];
    }
    if (m.gpu_execution_accelerator && m.gpu_execution_accelerator.length) {
     d.gpu_execution_accelerator = $Array(m.gpu_execution_accelerator.length);
     for (var j = 0; j < m.gpu_execution_accelerator.length; ++j) {
      d.gpu_execution_accelerator[j] = $root.inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator.toObject(m.gpu_execution_accelerator[j], o, q + 1);
     }
    }
    if (m.cpu_execution_accelerator && m.cpu_execution_accelerator.length) {
     d.cpu_execution_accelerator = $Array(m.cpu_execution_accelerator.length);
     for (var j = 0; j < m.cpu_execution_accelerator.length; ++j) {
      d.cpu_execution_accelerator[j] = $root.inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator.toObject(m.cpu_execution_accelerator[j], o, q + 1);
     }
    }
    return d;
   };
   ExecutionAccelerators.prototype.toJSON = function() {
    return ExecutionAccelerators.toObject(this, $protobuf.util.toJSONOptions);
   };
   ExecutionAccelerators.Accelerator = (function() {
    const Accelerator = function (p) {
     this.parameters = {};
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    Accelerator.prototype.name = "";
    Accelerator.prototype.parameters = $util.emptyObject;
    Accelerator.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
      w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
     if (m.parameters != null && $Object.hasOwnProperty.call(m, "parameters")) {
      for (var ks = $Object.keys(m.parameters), i = 0; i < ks.length; ++i) {
       w.uint32(/* id 2, wireType 2 =*/18).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]).uint32(/* id 2, wireType 2 =*/18).string(m.parameters[ks[i]]).ldelim();
      }
     }
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    Accelerator.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m, k, v;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.name = v;
        else
         delete m.name;
        continue;
       }
      case 2: {
        if (u !== 2)
         break;
        if (m.parameters === $util.emptyObject)
         m.parameters = {};
        var c2 = r.size() + r.pos;
        if (c2 > r.len)
         throw $RangeError("index out of range");
        r.len = c2;
        k = "";
        v = "";
        while (r.pos < c2) {
         var t2 = r.tag();
         u = t2 & 7;
         switch (t2 >>>= 3) {
         case 1:
          if (u !== 2)
           break;
          k = r.stringVerify();
          continue;
         case 2:
          if (u !== 2)
           break;
          v = r.stringVerify();
          continue;
         }
         r.skipType(u, q, t2);
        }
        if (r.pos !== c2)
         throw $RangeError("index out of range");
        r.len = c;
        if (k === "__proto__")
         $util.makeProp(m.parameters, k);
        m.parameters[k] = v;
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    Accelerator.fromObject = function (d, q) {
     if (d instanceof $root.inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator();
     if (d.name != null) {
      if (typeof d.name !== "string" || d.name.length) {
       m.name = $String(d.name);
      }
     }
     if (d.parameters) {
      if (!$util.isObject(d.parameters))
       throw $TypeError(".inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator.parameters: object expected");
      m.parameters = {};
      for (var ks = $Object.keys(d.parameters), i = 0; i < ks.length; ++i) {
       if (ks[i] === "__proto__")
        $util.makeProp(m.parameters, ks[i]);
       m.parameters[ks[i]] = $String(d.parameters[ks[i]]);
      }
     }
     return m;
    };
    Accelerator.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.objects || o.defaults) {
      d.parameters = {};
     }
     if (o.defaults) {
      d.name = "";
     }
     if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
      d.name = m.name;
     }
     var ks2;
     if (m.parameters && (ks2 = $Object.keys(m.parameters)).length) {
      d.parameters = {};
      for (var j = 0; j < ks2.length; ++j) {
       if (ks2[j] === "__proto__")
        $util.makeProp(d.parameters, ks2[j]);
       d.parameters[ks2[j]] = m.parameters[ks2[j]];
      }
     }
     return d;
    };
    Accelerator.prototype.toJSON = function() {
     return Accelerator.toObject(this, $protobuf.util.toJSONOptions);
    };
    return Accelerator;
   })();
   return ExecutionAccelerators;
  })();
  ModelOptimizationPolicy.PinnedMemoryBuffer = (function() {
   const PinnedMemoryBuffer = function (p) {
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   PinnedMemoryBuffer.prototype.enable = false;
   PinnedMemoryBuffer.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.enable != null && $Object.hasOwnProperty.call(m, "enable") && m.enable !== false)
     w.uint32(/* id 1, wireType 0 =*/8).bool(m.enable);
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   PinnedMemoryBuffer.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelOptimizationPolicy.PinnedMemoryBuffer();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 0)
        break;
       if (v = r.bool())
        m.enable = v;
       else
        delete m.enable;
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   PinnedMemoryBuffer.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelOptimizationPolicy.PinnedMemoryBuffer)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelOptimizationPolicy.PinnedMemoryBuffer: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.ModelOptimizationPolicy.PinnedMemoryBuffer();
    if (d.enable != null) {
     if (d.enable) {
      m.enable = $Boolean(d.enable);
     }
    }
    return m;
   };
   PinnedMemoryBuffer.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.defaults) {
     d.enable = false;
    }
    if (m.enable != null && $Object.hasOwnProperty.call(m, "enable")) {
     d.enable = m.enable;
    }
    return d;
   };
   PinnedMemoryBuffer.prototype.toJSON = function() {
    return PinnedMemoryBuffer.toObject(this, $protobuf.util.toJSONOptions);
   };
   return PinnedMemoryBuffer;
  })();
  ModelOptimizationPolicy.ModelPriority = (function() {
   const valuesById = $Object.create(null), values = $Object.create(valuesById);
   values[valuesById[0] = "PRIORITY_DEFAULT"] = 0;
   values[valuesById[1] = "PRIORITY_MAX"] = 1;
   values[valuesById[2] = "PRIORITY_MIN"] = 2;
   return values;
  })();
  return ModelOptimizationPolicy;
 })();
 inference.ModelQueuePolicy = (function() {
  const ModelQueuePolicy = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelQueuePolicy.prototype.timeout_action = 0;
  ModelQueuePolicy.prototype.default_timeout_microseconds = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  ModelQueuePolicy.prototype.allow_timeout_override = false;
  ModelQueuePolicy.prototype.max_queue_size = 0;
  ModelQueuePolicy.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.timeout_action != null && $Object.hasOwnProperty.call(m, "timeout_action") && m.timeout_action !== 0)
    w.uint32(/* id 1, wireType 0 =*/8).int32(m.timeout_action);
   if (m.default_timeout_microseconds != null && $Object.hasOwnProperty.call(m, "default_timeout_microseconds") && (typeof m.default_timeout_microseconds === "object" ? m.default_timeout_microseconds.low || m.default_timeout_microseconds.high : m.default_timeout_microseconds !== 0))
    w.uint32(/* id 2, wireType 0 =*/16).uint64(m.default_timeout_microseconds);
   if (m.allow_timeout_override != null && $Object.hasOwnProperty.call(m, "allow_timeout_override") && m.allow_timeout_override !== false)
    w.uint32(/* id 3, wireType 0 =*/24).bool(m.allow_timeout_override);
   if (m.max_queue_size != null && $Object.hasOwnProperty.call(m, "max_queue_size") && m.max_queue_size !== 0)
    w.uint32(/* id 4, wireType 0 =*/32).uint32(m.max_queue_size);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelQueuePolicy.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelQueuePolicy();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 0)
       break;
      if (v = r.int32())
       m.timeout_action = v;
      else
       delete m.timeout_action;
      continue;
     }
    case 2: {
      if (u !== 0)
       break;
      if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
       m.default_timeout_microseconds = v;
      else
       delete m.default_timeout_microseconds;
      continue;
     }
    case 3: {
      if (u !== 0)
       break;
      if (v = r.bool())
       m.allow_timeout_override = v;
      else
       delete m.allow_timeout_override;
      continue;
     }
    case 4: {
      if (u !== 0)
       break;
      if (v = r.uint32())
       m.max_queue_size = v;
      else
       delete m.max_queue_size;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelQueuePolicy.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelQueuePolicy)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelQueuePolicy: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelQueuePolicy();
   if (d.timeout_action !== 0 && (typeof d.timeout_action !== "string" || $root.inference.ModelQueuePolicy.TimeoutAction[d.timeout_action] !== 0)) {
    switch (d.timeout_action) {
    case "REJECT":
    case 0:
     m.timeout_action = 0;
     break;
    case "DELAY":
    case 1:
     m.timeout_action = 1;
     break;
    default:
     if (typeof d.timeout_action === "number" && (d.timeout_action | 0) === d.timeout_action)
      m.timeout_action = d.timeout_action;
    }
   }
   if (d.default_timeout_microseconds != null) {
    if (typeof d.default_timeout_microseconds === "object" ? d.default_timeout_microseconds.low || d.default_timeout_microseconds.high : $Number(d.default_timeout_microseconds) !== 0) {
     if ($util.Long)
      m.default_timeout_microseconds = $util.Long.fromValue(d.default_timeout_microseconds, true);
     else if (typeof d.default_timeout_microseconds === "string")
      m.default_timeout_microseconds = $parseInt(d.default_timeout_microseconds, 10);
     else if (typeof d.default_timeout_microseconds === "number")
      m.default_timeout_microseconds = d.default_timeout_microseconds;
     else if (typeof d.default_timeout_microseconds === "object")
      m.default_timeout_microseconds = new $util.LongBits(d.default_timeout_microseconds.low >>> 0, d.default_timeout_microseconds.high >>> 0).toNumber(true);
    }
   }
   if (d.allow_timeout_override != null) {
    if (d.allow_timeout_override) {
     m.allow_timeout_override = $Boolean(d.allow_timeout_override);
    }
   }
   if (d.max_queue_size != null) {
    if ($Number(d.max_queue_size) !== 0) {
     m.max_queue_size = d.max_queue_size >>> 0;
    }
   }
   return m;
  };
  ModelQueuePolicy.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.timeout_action = o.enums === $String ? "REJECT" : 0;
    if ($util.Long) {
     var n = new $util.Long(0, 0, true);
     d.default_timeout_microseconds = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
    } else
     d.default_timeout_microseconds = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
    d.allow_timeout_override = false;
    d.max_queue_size = 0;
   }
   if (m.timeout_action != null && $Object.hasOwnProperty.call(m, "timeout_action")) {
    d.timeout_action = o.enums === $String ? $root.inference.ModelQueuePolicy.TimeoutAction[m.timeout_action] === $undefined ? m.timeout_action : $root.inference.ModelQueuePolicy.TimeoutAction[m.timeout_action] : m.timeout_action;
   }
   if (m.default_timeout_microseconds != null && $Object.hasOwnProperty.call(m, "default_timeout_microseconds")) {
    if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
     d.default_timeout_microseconds = typeof m.default_timeout_microseconds === "number" ? $BigInt(m.default_timeout_microseconds) : $util.Long.fromBits(m.default_timeout_microseconds.low >>> 0, m.default_timeout_microseconds.high >>> 0, true).toBigInt();
    else if (typeof m.default_timeout_microseconds === "number")
     d.default_timeout_microseconds = o.longs === $String ? $String(m.default_timeout_microseconds) : m.default_timeout_microseconds;
    else
     d.default_timeout_microseconds = o.longs === $String ? $util.Long.prototype.toString.call(m.default_timeout_microseconds) : o.longs === $Number ? new $util.LongBits(m.default_timeout_microseconds.low >>> 0, m.default_timeout_microseconds.high >>> 0).toNumber(true) : m.default_timeout_microseconds;
   }
   if (m.allow_timeout_override != null && $Object.hasOwnProperty.call(m, "allow_timeout_override")) {
    d.allow_timeout_override = m.allow_timeout_override;
   }
   if (m.max_queue_size != null && $Object.hasOwnProperty.call(m, "max_queue_size")) {
    d.max_queue_size = m.max_queue_size;
   }
   return d;
  };
  ModelQueuePolicy.prototype.toJSON = function() {
   return ModelQueuePolicy.toObject(this, $protobuf.util.toJSONOptions);
  };
  ModelQueuePolicy.TimeoutAction = (function() {
   const valuesById = $Object.create(null), values = $Object.create(valuesById);
   values[valuesById[0] = "REJECT"] = 0;
   values[valuesById[1] = "DELAY"] = 1;
   return values;
  })();
  return ModelQueuePolicy;
 })();
 inference.ModelDynamicBatching = (function() {
  const ModelDynamicBatching = function (p) {
   this.preferred_batch_size = [];
   this.priority_queue_policy = {};
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelDynamicBatching.prototype.preferred_batch_size = $util.emptyArray;
  ModelDynamicBatching.prototype.max_queue_delay_microseconds = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  ModelDynamicBatching.prototype.preserve_ordering = false;
  ModelDynamicBatching.prototype.priority_levels = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  ModelDynamicBatching.prototype.default_priority_level = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  ModelDynamicBatching.prototype.default_queue_policy = null;
  ModelDynamicBatching.prototype.priority_queue_policy = $util.emptyObject;
  ModelDynamicBatching.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.preferred_batch_size != null && m.preferred_batch_size.length) {
    w.uint32(/* id 1, wireType 2 =*/10).int32s(m.preferred_batch_size);
   }
   if (m.max_queue_delay_microseconds != null && $Object.hasOwnProperty.call(m, "max_queue_delay_microseconds") && (typeof m.max_queue_delay_microseconds === "object" ? m.max_queue_delay_microseconds.low || m.max_queue_delay_microseconds.high : m.max_queue_delay_microseconds !== 0))
    w.uint32(/* id 2, wireType 0 =*/16).uint64(m.max_queue_delay_microseconds);
   if (m.preserve_ordering != null && $Object.hasOwnProperty.call(m, "preserve_ordering") && m.preserve_ordering !== false)
    w.uint32(/* id 3, wireType 0 =*/24).bool(m.preserve_ordering);
   if (m.priority_levels != null && $Object.hasOwnProperty.call(m, "priority_levels") && (typeof m.priority_levels === "object" ? m.priority_levels.low || m.priority_levels.high : m.priority_levels !== 0))
    w.uint32(/* id 4, wireType 0 =*/32).uint64(m.priority_levels);
   if (m.default_priority_level != null && $Object.hasOwnProperty.call(m, "default_priority_level") && (typeof m.default_priority_level === "object" ? m.default_priority_level.low || m.default_priority_level.high : m.default_priority_level !== 0))
    w.uint32(/* id 5, wireType 0 =*/40).uint64(m.default_priority_level);
   if (m.default_queue_policy != null && $Object.hasOwnProperty.call(m, "default_queue_policy"))
    $root.inference.ModelQueuePolicy.encode(m.default_queue_policy, w.uint32(/* id 6, wireType 2 =*/50).fork(), q + 1).ldelim();
   if (m.priority_queue_policy != null && $Object.hasOwnProperty.call(m, "priority_queue_policy")) {
    for (var ks = $Object.keys(m.priority_queue_policy), i = 0; i < ks.length; ++i) {
     w.uint32(/* id 7, wireType 2 =*/58).fork().uint32(/* id 1, wireType 0 =*/8).uint64($util.longFromKey(ks[i], true));
     $root.inference.ModelQueuePolicy.encode(m.priority_queue_policy[ks[i]], w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
    }
   }
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelDynamicBatching.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, k, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelDynamicBatching();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u === 2) {
       if (!(m.preferred_batch_size && m.preferred_batch_size.length))
        m.preferred_batch_size = [];
       r.int32s(m.preferred_batch_size);
       continue;
      }
      if (u !== 0)
       break;
      if (!(m.preferred_batch_size && m.preferred_batch_size.length))
       m.preferred_batch_size = [];
      m.preferred_batch_size.push(r.int32());
      continue;
     }
    case 2: {
      if (u !== 0)
       break;
      if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
       m.max_queue_delay_microseconds = v;
      else
       delete m.max_queue_delay_microseconds;
      continue;
     }
    case 3: {
      if (u !== 0)
       break;
      if (v = r.bool())
       m.preserve_ordering = v;
      else
       delete m.preserve_ordering;
      continue;
     }
    case 4: {
      if (u !== 0)
       break;
      if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
       m.priority_levels = v;
      else
       delete m.priority_levels;
      continue;
     }
    case 5: {
      if (u !== 0)
       break;
      if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
       m.default_priority_level = v;
      else
       delete m.default_priority_level;
      continue;
     }
    case 6: {
      if (u !== 2)
       break;
      m.default_queue_policy = $root.inference.ModelQueuePolicy.decode(r, r.size(), $undefined, q + 1, m.default_queue_policy);
      continue;
     }
    case 7: {
      if (u !== 2)
       break;
      if (m.priority_queue_policy === $util.emptyObject)
       m.priority_queue_policy = {};
      var c2 = r.size() + r.pos;
      if (c2 > r.len)
       throw $RangeError("index out of range");
      r.len = c2;
      k = 0;
      v = null;
      while (r.pos < c2) {
       var t2 = r.tag();
       u = t2 & 7;
       switch (t2 >>>= 3) {
       case 1:
        if (u !== 0)
         break;
        k = r.uint64();
        continue;
       case 2:
        if (u !== 2)
         break;
        v = $root.inference.ModelQueuePolicy.decode(r, r.size(), $undefined, q + 1, v);
        continue;
       }
       r.skipType(u, q, t2);
      }
      if (r.pos !== c2)
       throw $RangeError("index out of range");
      r.len = c;
      m.priority_queue_policy[typeof k === "object" ? $util.longToHash(k) : k] = v || new $root.inference.ModelQueuePolicy();
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelDynamicBatching.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelDynamicBatching)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelDynamicBatching: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelDynamicBatching();
   if (d.preferred_batch_size) {
    if (!$Array.isArray(d.preferred_batch_size))
     throw $TypeError(".inference.ModelDynamicBatching.preferred_batch_size: array expected");
    m.preferred_batch_size = $Array(d.preferred_batch_size.length);
    for (var i = 0; i < d.preferred_batch_size.length; ++i) {
     m.preferred_batch_size[i] = d.preferred_batch_size[i] | 0;
    }
   }
   if (d.max_queue_delay_microseconds != null) {
    if (typeof d.max_queue_delay_microseconds === "object" ? d.max_queue_delay_microseconds.low || d.max_queue_delay_microseconds.high : $Number(d.max_queue_delay_microseconds) !== 0) {
     if ($util.Long)
      m.max_queue_delay_microseconds = $util.Long.fromValue(d.max_queue_delay_microseconds, true);
     else if (typeof d.max_queue_delay_microseconds === "string")
      m.max_queue_delay_microseconds = $parseInt(d.max_queue_delay_microseconds, 10);
     else if (typeof d.max_queue_delay_microseconds === "number")
      m.max_queue_delay_microseconds = d.max_queue_delay_microseconds;
     else if (typeof d.max_queue_delay_microseconds === "object")
      m.max_queue_delay_microseconds = new $util.LongBits(d.max_queue_delay_microseconds.low >>> 0, d.max_queue_delay_microseconds.high >>> 0).toNumber(true);
    }
   }
   if (d.preserve_ordering != null) {
    if (d.preserve_ordering) {
     m.preserve_ordering = $Boolean(d.preserve_ordering);
    }
   }
   if (d.priority_levels != null) {
    if (typeof d.priority_levels === "object" ? d.priority_levels.low || d.priority_levels.high : $Number(d.priority_levels) !== 0) {
     if ($util.Long)
      m.priority_levels = $util.Long.fromValue(d.priority_levels, true);
     else if (typeof d.priority_levels === "string")
      m.priority_levels = $parseInt(d.priority_levels, 10);
     else if (typeof d.priority_levels === "number")
      m.priority_levels = d.priority_levels;
     else if (typeof d.priority_levels === "object")
      m.priority_levels = new $util.LongBits(d.priority_levels.low >>> 0, d.priority_levels.high >>> 0).toNumber(true);
    }
   }
   if (d.default_priority_level != null) {
    if (typeof d.default_priority_level === "object" ? d.default_priority_level.low || d.default_priority_level.high : $Number(d.default_priority_level) !== 0) {
     if ($util.Long)
      m.default_priority_level = $util.Long.fromValue(d.default_priority_level, true);
     else if (typeof d.default_priority_level === "string")
      m.default_priority_level = $parseInt(d.default_priority_level, 10);
     else if (typeof d.default_priority_level === "number")
      m.default_priority_level = d.default_priority_level;
     else if (typeof d.default_priority_level === "object")
      m.default_priority_level = new $util.LongBits(d.default_priority_level.low >>> 0, d.default_priority_level.high >>> 0).toNumber(true);
    }
   }
   if (d.default_queue_policy != null) {
    if (!$util.isObject(d.default_queue_policy))
     throw $TypeError(".inference.ModelDynamicBatching.default_queue_policy: object expected");
    m.default_queue_policy = $root.inference.ModelQueuePolicy.fromObject(d.default_queue_policy, q + 1);
   }
   if (d.priority_queue_policy) {
    if (!$util.isObject(d.priority_queue_policy))
     throw $TypeError(".inference.ModelDynamicBatching.priority_queue_policy: object expected");
    m.priority_queue_policy = {};
    for (var ks = $Object.keys(d.priority_queue_policy), i = 0; i < ks.length; ++i) {
     if (ks[i] === "__proto__")
      $util.makeProp(m.priority_queue_policy, ks[i]);
     if (!$util.isObject(d.priority_queue_policy[ks[i]]))
      throw $TypeError(".inference.ModelDynamicBatching.priority_queue_policy: object expected");
     m.priority_queue_policy[ks[i]] = $root.inference.ModelQueuePolicy.fromObject(d.priority_queue_policy[ks[i]], q + 1);
    }
   }
   return m;
  };
  ModelDynamicBatching.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.arrays || o.defaults) {
    d.preferred_batch_size = [];
   }
   if (o.objects || o.defaults) {
    d.priority_queue_policy = {};
   }
   if (o.defaults) {
    if ($util.Long) {
     var n = new $util.Long(0, 0, true);
     d.max_queue_delay_microseconds = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
    } else
     d.max_queue_delay_microseconds = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
    d.preserve_ordering = false;
    if ($util.Long) {
     var n = new $util.Long(0, 0, true);
     d.priority_levels = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
    } else
     d.priority_levels = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
    if ($util.Long) {
     var n = new $util.Long(0, 0, true);
     d.default_priority_level = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
    } else
     d.default_priority_level = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
    d.default_queue_policy = null;
   }
   if (m.preferred_batch_size && m.preferred_batch_size.length) {
    d.preferred_batch_size = $Array(m.preferred_batch_size.length);
    for (var j = 0; j < m.preferred_batch_size.length; ++j) {
     d.preferred_batch_size[j] = m.preferred_batch_size[j];
    }
   }
   if (m.max_queue_delay_microseconds != null && $Object.hasOwnProperty.call(m, "max_queue_delay_microseconds")) {
    if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
     d.max_queue_delay_microseconds = typeof m.max_queue_delay_microseconds === "number" ? $BigInt(m.max_queue_delay_microseconds) : $util.Long.fromBits(m.max_queue_delay_microseconds.low >>> 0, m.max_queue_delay_microseconds.high >>> 0, true).toBigInt();
    else if (typeof m.max_queue_delay_microseconds === "number")
     d.max_queue_delay_microseconds = o.longs === $String ? $String(m.max_queue_delay_microseconds) : m.max_queue_delay_microseconds;
    else
     d.max_queue_delay_microseconds = o.longs === $String ? $util.Long.prototype.toString.call(m.max_queue_delay_microseconds) : o.longs === $Number ? new $util.LongBits(m.max_queue_delay_microseconds.low >>> 0, m.max_queue_delay_microseconds.high >>> 0).toNumber(true) : m.max_queue_delay_microseconds;
   }
   if (m.preserve_ordering != null && $Object.hasOwnProperty.call(m, "preserve_ordering")) {
    d.preserve_ordering = m.preserve_ordering;
   }
   if (m.priority_levels != null && $Object.hasOwnProperty.call(m, "priority_levels")) {
    if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
     d.priority_levels = typeof m.priority_levels === "number" ? $BigInt(m.priority_levels) : $util.Long.fromBits(m.priority_levels.low >>> 0, m.priority_levels.high >>> 0, true).toBigInt();
    else if (typeof m.priority_levels === "number")
     d.priority_levels = o.longs === $String ? $String(m.priority_levels) : m.priority_levels;
    else
     d.priority_levels = o.longs === $String ? $util.Long.prototype.toString.call(m.priority_levels) : o.longs === $Number ? new $util.LongBits(m.priority_levels.low >>> 0, m.priority_levels.high >>> 0).toNumber(true) : m.priority_levels;
   }
   if (m.default_priority_level != null && $Object.hasOwnProperty.call(m, "default_priority_level")) {
    if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
     d.default_priority_level = typeof m.default_priority_level === "number" ? $BigInt(m.default_priority_level) : $util.Long.fromBits(m.default_priority_level.low >>> 0, m.default_priority_level.high >>> 0, true).toBigInt();
    else if (typeof m.default_priority_level === "number")
     d.default_priority_level = o.longs === $String ? $String(m.default_priority_level) : m.default_priority_level;
    else
     d.default_priority_level = o.longs === $String ? $util.Long.prototype.toString.call(m.default_priority_level) : o.longs === $Number ? new $util.LongBits(m.default_priority_level.low >>> 0, m.default_priority_level.high >>> 0).toNumber(true) : m.default_priority_level;
   }
   if (m.default_queue_policy != null && $Object.hasOwnProperty.call(m, "default_queue_policy")) {
    d.default_queue_policy = $root.inference.ModelQueuePolicy.toObject(m.default_queue_policy, o, q + 1);
   }
   var ks2;
   if (m.priority_queue_policy && (ks2 = $Object.keys(m.priority_queue_policy)).length) {
    d.priority_queue_policy = {};
    for (var j = 0; j < ks2.length; ++j) {
     var k2 = $util.longFromKey(ks2[j], true).toString();
     if (ks2[j] === "__proto__")
      $util.makeProp(d.priority_queue_policy, ks2[j]);
     d.priority_queue_policy[k2] = $root.inference.ModelQueuePolicy.toObject(m.priority_queue_policy[ks2[j]], o, q + 1);
    }
   }
   return d;
  };
  ModelDynamicBatching.prototype.toJSON = function() {
   return ModelDynamicBatching.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ModelDynamicBatching;
 })();
 inference.ModelSequenceBatching = (function() {
  const ModelSequenceBatching = function (p) {
   this.control_input = [];
   this.state = [];
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelSequenceBatching.prototype.direct = null;
  ModelSequenceBatching.prototype.oldest = null;
  ModelSequenceBatching.prototype.max_sequence_idle_microseconds = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
  ModelSequenceBatching.prototype.control_input = $util.emptyArray;
  ModelSequenceBatching.prototype.state = $util.emptyArray;
  ModelSequenceBatching.prototype.iterative_sequence = false;
  // OneOf field names bound to virtual getters and setters
  let $oneOfFields;
  $Object.defineProperty(ModelSequenceBatching.prototype, "strategy_choice", {
   get: $util.oneOfGetter($oneOfFields = ["direct", "oldest"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  ModelSequenceBatching.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.max_sequence_idle_microseconds != null && $Object.hasOwnProperty.call(m, "max_sequence_idle_microseconds") && (typeof m.max_sequence_idle_microseconds === "object" ? m.max_sequence_idle_microseconds.low || m.max_sequence_idle_microseconds.high : m.max_sequence_idle_microseconds !== 0))
    w.uint32(/* id 1, wireType 0 =*/8).uint64(m.max_sequence_idle_microseconds);
   if (m.control_input != null && m.control_input.length) {
    for (var i = 0; i < m.control_input.length; ++i)
     $root.inference.ModelSequenceBatching.ControlInput.encode(m.control_input[i], w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim();
   }
   if (m.direct != null && $Object.hasOwnProperty.call(m, "direct"))
    $root.inference.ModelSequenceBatching.StrategyDirect.encode(m.direct, w.uint32(/* id 3, wireType 2 =*/26).fork(), q + 1).ldelim();
   if (m.oldest != null && $Object.hasOwnProperty.call(m, "oldest"))
    $root.inference.ModelSequenceBatching.StrategyOldest.encode(m.oldest, w.uint32(/* id 4, wireType 2 =*/34).fork(), q + 1).ldelim();
   if (m.state != null && m.state.length) {
    for (var i = 0; i < m.state.length; ++i)
     $root.inference.ModelSequenceBatching.State.encode(m.state[i], w.uint32(/* id 5, wireType 2 =*/42).fork(), q + 1).ldelim();
   }
   if (m.iterative_sequence != null && $Object.hasOwnProperty.call(m, "iterative_sequence") && m.iterative_sequence !== false)
    w.uint32(/* id 6, wireType 0 =*/48).bool(m.iterative_sequence);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelSequenceBatching.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelSequenceBatching();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 3: {
      if (u !== 2)
       break;
      m.direct = $root.inference.ModelSequenceBatching.StrategyDirect.decode(r, r.size(), $undefined, q + 1, m.direct);
      m.strategy_choice = "direct";
      continue;
     }
    case 4: {
      if (u !== 2)
       break;
      m.oldest = $root.inference.ModelSequenceBatching.StrategyOldest.decode(r, r.size(), $undefined, q + 1, m.oldest);
      m.strategy_choice = "oldest";
      continue;
     }
    case 1: {
      if (u !== 0)
       break;
      if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
       m.max_sequence_idle_microseconds = v;
      else
       delete m.max_sequence_idle_microseconds;
      continue;
     }
    case 2: {
      if (u !== 2)
       break;
      if (!(m.control_input && m.control_input.length))
       m.control_input = [];
      m.control_input.push($root.inference.ModelSequenceBatching.ControlInput.decode(r, r.size(), $undefined, q + 1));
      continue;
     }
    case 5: {
      if (u !== 2)
       break;
      if (!(m.state && m.state.length))
       m.state = [];
      m.state.push($root.inference.ModelSequenceBatching.State.decode(r, r.size(), $undefined, q + 1));
      continue;
     }
    case 6: {
      if (u !== 0)
       break;
      if (v = r.bool())
       m.iterative_sequence = v;
      else
       delete m.iterative_sequence;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelSequenceBatching.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelSequenceBatching)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelSequenceBatching: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelSequenceBatching();
   if (d.direct != null) {
    if (!$util.isObject(d.direct))
     throw $TypeError(".inference.ModelSequenceBatching.direct: object expected");
    m.direct = $root.inference.ModelSequenceBatching.StrategyDirect.fromObject(d.direct, q + 1);
   }
   if (d.oldest != null) {
    if (!$util.isObject(d.oldest))
     throw $TypeError(".inference.ModelSequenceBatching.oldest: object expected");
    m.oldest = $root.inference.ModelSequenceBatching.StrategyOldest.fromObject(d.oldest, q + 1);
   }
   if (d.max_sequence_idle_microseconds != null) {
    if (typeof d.max_sequence_idle_microseconds === "object" ? d.max_sequence_idle_microseconds.low || d.max_sequence_idle_microseconds.high : $Number(d.max_sequence_idle_microseconds) !== 0) {
     if ($util.Long)
      m.max_sequence_idle_microseconds = $util.Long.fromValue(d.max_sequence_idle_microseconds, true);
     else if (typeof d.max_sequence_idle_microseconds === "string")
      m.max_sequence_idle_microseconds = $parseInt(d.max_sequence_idle_microseconds, 10);
     else if (typeof d.max_sequence_idle_microseconds === "number")
      m.max_sequence_idle_microseconds = d.max_sequence_idle_microseconds;
     else if (typeof d.max_sequence_idle_microseconds === "object")
      m.max_sequence_idle_microseconds = new $util.LongBits(d.max_sequence_idle_microseconds.low >>> 0, d.max_sequence_idle_microseconds.high >>> 0).toNumber(true);
    }
   }
   if (d.control_input) {
    if (!$Array.isArray(d.control_input))
     throw $TypeError(".inference.ModelSequenceBatching.control_input: array expected");
    m.control_input = $Array(d.control_input.length);
    for (var i = 0; i < d.control_input.length; ++i) {
     if (!$util.isObject(d.control_input[i]))
      throw $TypeError(".inference.ModelSequenceBatching.control_input: object expected");
     m.control_input[i] = $root.inference.ModelSequenceBatching.ControlInput.fromObject(d.control_input[i], q + 1);
    }
   }
   if (d.state) {
    if (!$Array.isArray(d.state))
     throw $TypeError(".inference.ModelSequenceBatching.state: array expected");
    m.state = $Array(d.state.length);
    for (var i = 0; i < d.state.length; ++i) {
     if (!$util.isObject(d.state[i]))
      throw $TypeError(".inference.ModelSequenceBatching.state: object expected");
     m.state[i] = $root.inference.ModelSequenceBatching.State.fromObject(d.state[i], q + 1);
    }
   }
   if (d.iterative_sequence != null) {
    if (d.iterative_sequence) {
     m.iterative_sequence = $Boolean(d.iterative_sequence);
    }
   }
   return m;
  };
  ModelSequenceBatching.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.arrays || o.defaults) {
    d.control_input = [];
    d.state = [];
   }
   if (o.defaults) {
    if ($util.Long) {
     var n = new $util.Long(0, 0, true);
     d.max_sequence_idle_microseconds = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
    } else
     d.max_sequence_idle_microseconds = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
    d.iterative_sequence = false;
   }
   if (m.max_sequence_idle_microseconds != null && $Object.hasOwnProperty.call(m, "max_sequence_idle_microseconds")) {
    if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
     d.max_sequence_idle_microseconds = typeof m.max_sequence_idle_microseconds === "number" ? $BigInt(m.max_sequence_idle_microseconds) : $util.Long.fromBits(m.max_sequence_idle_microseconds.low >>> 0, m.max_sequence_idle_microseconds.high >>> 0, true).toBigInt();
    else if (typeof m.max_sequence_idle_microseconds === "number")
     d.max_sequence_idle_microseconds = o.longs === $String ? $String(m.max_sequence_idle_microseconds) : m.max_sequence_idle_microseconds;
    else
     d.max_sequence_idle_microseconds = o.longs === $String ? $util.Long.prototype.toString.call(m.max_sequence_idle_microseconds) : o.longs === $Number ? new $util.LongBits(m.max_sequence_idle_microseconds.low >>> 0, m.max_sequence_idle_microseconds.high >>> 0).toNumber(true) : m.max_sequence_idle_microseconds;
   }
   if (m.control_input && m.control_input.length) {
    d.control_input = $Array(m.control_input.length);
    for (var j = 0; j < m.control_input.length; ++j) {
     d.control_input[j] = $root.inference.ModelSequenceBatching.ControlInput.toObject(m.control_input[j], o, q + 1);
    }
   }
   if (m.direct != null && $Object.hasOwnProperty.call(m, "direct")) {
    d.direct = $root.inference.ModelSequenceBatching.StrategyDirect.toObject(m.direct, o, q + 1);
    if (o.oneofs)
     d.strategy_choice = "direct";
   }
   if (m.oldest != null && $Object.hasOwnProperty.call(m, "oldest")) {
    d.oldest = $root.inference.ModelSequenceBatching.StrategyOldest.toObject(m.oldest, o, q + 1);
    if (o.oneofs)
     d.strategy_choice = "oldest";
   }
   if (m.state && m.state.length) {
    d.state = $Array(m.state.length);
    for (var j = 0; j < m.state.length; ++j) {
     d.state[j] = $root.inference.ModelSequenceBatching.State.toObject(m.state[j], o, q + 1);
    }
   }
   if (m.iterative_sequence != null && $Object.hasOwnProperty.call(m, "iterative_sequence")) {
    d.iterative_sequence = m.iterative_sequence;
   }
   return d;
  };
  ModelSequenceBatching.prototype.toJSON = function() {
   return ModelSequenceBatching.toObject(this, $protobuf.util.toJSONOptions);
  };
  ModelSequenceBatching.Control = (function() {
   const Control = function (p) {
    this.int32_false_true = [];
    this.fp32_false_true = [];
    this.bool_false_true = [];
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   Control.prototype.kind = 0;
   Control.prototype.int32_false_true = $util.emptyArray;
   Control.prototype.fp32_false_true = $util.emptyArray;
   Control.prototype.bool_false_true = $util.emptyArray;
   Control.prototype.data_type = 0;
   Control.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.kind != null && $Object.hasOwnProperty.call(m, "kind") && m.kind !== 0)
     w.uint32(/* id 1, wireType 0 =*/8).int32(m.kind);
    if (m.int32_false_true != null && m.int32_false_true.length) {
     w.uint32(/* id 2, wireType 2 =*/18).int32s(m.int32_false_true);
    }
    if (m.fp32_false_true != null && m.fp32_false_true.length) {
     w.uint32(/* id 3, wireType 2 =*/26).floats(m.fp32_false_true);
    }
    if (m.data_type != null && $Object.hasOwnProperty.call(m, "data_type") && m.data_type !== 0)
     w.uint32(/* id 4, wireType 0 =*/32).int32(m.data_type);
    if (m.bool_false_true != null && m.bool_false_true.length) {
     w.uint32(/* id 5, wireType 2 =*/42).bools(m.bool_false_true);
    }
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   Control.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelSequenceBatching.Control();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 0)
        break;
       if (v = r.int32())
        m.kind = v;
       else
        delete m.kind;
       continue;
      }
     case 2: {
       if (u === 2) {
        if (!(m.int32_false_true && m.int32_false_true.length))
         m.int32_false_true = [];
        r.int32s(m.int32_false_true);
        continue;
       }
       if (u !== 0)
        break;
       if (!(m.int32_false_true && m.int32_false_true.length))
        m.int32_false_true = [];
       m.int32_false_true.push(r.int32());
       continue;
      }
     case 3: {
       if (u === 2) {
        if (!(m.fp32_false_true && m.fp32_false_true.length))
         m.fp32_false_true = [];
        r.floats(m.fp32_false_true);
        continue;
       }
       if (u !== 5)
        break;
       if (!(m.fp32_false_true && m.fp32_false_true.length))
        m.fp32_false_true = [];
       m.fp32_false_true.push(r.float());
       continue;
      }
     case 5: {
       if (u === 2) {
        if (!(m.bool_false_true && m.bool_false_true.length))
         m.bool_false_true = [];
        r.bools(m.bool_false_true);
        continue;
       }
       if (u !== 0)
        break;
       if (!(m.bool_false_true && m.bool_false_true.length))
        m.bool_false_true = [];
       m.bool_false_true.push(r.bool());
       continue;
      }
     case 4: {
       if (u !== 0)
        break;
       if (v = r.int32())
        m.data_type = v;
       else
        delete m.data_type;
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   Control.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelSequenceBatching.Control)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelSequenceBatching.Control: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.ModelSequenceBatching.Control();
    if (d.kind !== 0 && (typeof d.kind !== "string" || $root.inference.ModelSequenceBatching.Control.Kind[d.kind] !== 0)) {
     switch (d.kind) {
     case "CONTROL_SEQUENCE_START":
     case 0:
      m.kind = 0;
      break;
     case "CONTROL_SEQUENCE_READY":
     case 1:
      m.kind = 1;
      break;
     case "CONTROL_SEQUENCE_END":
     case 2:
      m.kind = 2;
      break;
     case "CONTROL_SEQUENCE_CORRID":
     case 3:
      m.kind = 3;
      break;
     default:
      if (typeof d.kind === "number" && (d.kind | 0) === d.kind)
       m.kind = d.kind;
     }
    }
    if (d.int32_false_true) {
     if (!$Array.isArray(d.int32_false_true))
      throw $TypeError(".inference.ModelSequenceBatching.Control.int32_false_true: array expected");
     m.int32_false_true = $Array(d.int32_false_true.length);
     for (var i = 0; i < d.int32_false_true.length; ++i) {
      m.int32_false_true[i] = d.int32_false_true[i] | 0;
     }
    }
    if (d.fp32_false_true) {
     if (!$Array.isArray(d.fp32_false_true))
      throw $TypeError(".inference.ModelSequenceBatching.Control.fp32_false_true: array expected");
     m.fp32_false_true = $Array(d.fp32_false_true.length);
     for (var i = 0; i < d.fp32_false_true.length; ++i) {
      m.fp32_false_true[i] = $Number(d.fp32_false_true[i]);
     }
    }
    if (d.bool_false_true) {
     if (!$Array.isArray(d.bool_false_true))
      throw $TypeError(".inference.ModelSequenceBatching.Control.bool_false_true: array expected");
     m.bool_false_true = $Array(d.bool_false_true.length);
     for (var i = 0; i < d.bool_false_true.length; ++i) {
      m.bool_false_true[i] = $Boolean(d.bool_false_true[i]);
     }
    }
    if (d.data_type !== 0 && (typeof d.data_type !== "string" || $root.inference.DataType[d.data_type] !== 0)) {
     switch (d.data_type) {
     case "TYPE_INVALID":
     case 0:
      m.data_type = 0;
      break;
     case "TYPE_BOOL":
     case 1:
      m.data_type = 1;
      break;
     case "TYPE_UINT8":
     case 2:
      m.data_type = 2;
      break;
     case "TYPE_UINT16":
     case 3:
      m.data_type = 3;
      break;
     case "TYPE_UINT32":
     case 4:
      m.data_type = 4;
      break;
     case "TYPE_UINT64":
     case 5:
      m.data_type = 5;
      break;
     case "TYPE_INT8":
     case 6:
      m.data_type = 6;
      break;
     case "TYPE_INT16":
     case 7:
      m.data_type = 7;
      break;
     case "TYPE_INT32":
     case 8:
      m.data_type = 8;
      break;
     case "TYPE_INT64":
     case 9:
      m.data_type = 9;
      break;
     case "TYPE_FP16":
     case 10:
      m.data_type = 10;
      break;
     case "TYPE_FP32":
     case 11:
      m.data_type = 11;
      break;
     case "TYPE_FP64":
     case 12:
      m.data_type = 12;
      break;
     case "TYPE_STRING":
     case 13:
      m.data_type = 13;
      break;
     case "TYPE_BF16":
     case 14:
      m.data_type = 14;
      break;
     default:
      if (typeof d.data_type === "number" && (d.data_type | 0) === d.data_type)
       m.data_type = d.data_type;
     }
    }
    return m;
   };
   Control.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.arrays || o.defaults) {
     d.int32_false_true = [];
     d.fp32_false_true = [];
     d.bool_false_true = [];
    }
    if (o.defaults) {
     d.kind = o.enums === $String ? "CONTROL_SEQUENCE_START" : 0;
     d.data_type = o.enums === $String ? "TYPE_INVALID" : 0;
    }
    if (m.kind != null && $Object.hasOwnProperty.call(m, "kind")) {
     d.kind = o.enums === $String ? $root.inference.ModelSequenceBatching.Control.Kind[m.kind] === $undefined ? m.kind : $root.inference.ModelSequenceBatching.Control.Kind[m.kind] : m.kind;
    }
    if (m.int32_false_true && m.int32_false_true.length) {
     d.int32_false_true = $Array(m.int32_false_true.length);
     for (var j = 0; j < m.int32_false_true.length; ++j) {
      d.int32_false_true[j] = m.int32_false_true[j];
     }
    }
    if (m.fp32_false_true && m.fp32_false_true.length) {
     d.fp32_false_true = $Array(m.fp32_false_true.length);
     for (var j = 0; j < m.fp32_false_true.length; ++j) {
      d.fp32_false_true[j] = o.json && !$isFinite(m.fp32_false_true[j]) ? $String(m.fp32_false_true[j]) : m.fp32_false_true[j];
     }
    }
    if (m.data_type != null && $Object.hasOwnProperty.call(m, "data_type")) {
     d.data_type = o.enums === $String ? $root.inference.DataType[m.data_type] === $undefined ? m.data_type : $root.inference.DataType[m.data_type] : m.data_type;
    }
    if (m.bool_false_true && m.bool_false_true.length) {
     d.bool_false_true = $Array(m.bool_false_true.length);
     for (var j = 0; j < m.bool_false_true.length; ++j) {
      d.bool_false_true[j] = m.bool_false_true[j];
     }
    }
    return d;
   };
   Control.prototype.toJSON = function() {
    return Control.toObject(this, $protobuf.util.toJSONOptions);
   };
   Control.Kind = (function() {
    const valuesById = $Object.create(null), values = $Object.create(valuesById);
    values[valuesById[0] = "CONTROL_SEQUENCE_START"] = 0;
    values[valuesById[1] = "CONTROL_SEQUENCE_READY"] = 1;
    values[valuesById[2] = "CONTROL_SEQUENCE_END"] = 2;
    values[valuesById[3] = "CONTROL_SEQUENCE_CORRID"] = 3;
    return values;
   })();
   return Control;
  })();
  ModelSequenceBatching.ControlInput = (function() {
   const ControlInput = function (p) {
    this.control = [];
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   ControlInput.prototype.name = "";
   ControlInput.prototype.control = $util.emptyArray;
   ControlInput.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
     w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
    if (m.control != null && m.control.length) {
     for (var i = 0; i < m.control.length; ++i)
      $root.inference.ModelSequenceBatching.Control.encode(m.control[i], w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim();
    }
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   ControlInput.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelSequenceBatching.ControlInput();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 2)
        break;
       if ((v = r.stringVerify()).length)
        m.name = v;
       else
        delete m.name;
       continue;
      }
     case 2: {
       if (u !== 2)
        break;
       if (!(m.control && m.control.length))
        m.control = [];
       m.control.push($root.inference.ModelSequenceBatching.Control.decode(r, r.size(), $undefined, q + 1));
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   ControlInput.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelSequenceBatching.ControlInput)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelSequenceBatching.ControlInput: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.ModelSequenceBatching.ControlInput();
    if (d.name != null) {
     if (typeof d.name !== "string" || d.name.length) {
      m.name = $String(d.name);
     }
    }
    if (d.control) {
     if (!$Array.isArray(d.control))
      throw $TypeError(".inference.ModelSequenceBatching.ControlInput.control: array expected");
     m.control = $Array(d.control.length);
     for (var i = 0; i < d.control.length; ++i) {
      if (!$util.isObject(d.control[i]))
       throw $TypeError(".inference.ModelSequenceBatching.ControlInput.control: object expected");
      m.control[i] = $root.inference.ModelSequenceBatching.Control.fromObject(d.control[i], q + 1);
     }
    }
    return m;
   };
   ControlInput.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.arrays || o.defaults) {
     d.control = [];
    }
    if (o.defaults) {
     d.name = "";
    }
    if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
     d.name = m.name;
    }
    if (m.control && m.control.length) {
     d.control = $Array(m.control.length);
     for (var j = 0; j < m.control.length; ++j) {
      d.control[j] = $root.inference.ModelSequenceBatching.Control.toObject(m.control[j], o, q + 1);
     }
    }
    return d;
   };
   ControlInput.prototype.toJSON = function() {
    return ControlInput.toObject(this, $protobuf.util.toJSONOptions);
   };
   return ControlInput;
  })();
  ModelSequenceBatching.InitialState = (function() {
   const InitialState = function (p) {
    this.dims = [];
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   InitialState.prototype.data_type = 0;
   InitialState.prototype.dims = $util.emptyArray;
   InitialState.prototype.zero_data = null;
   InitialState.prototype.data_file = null;
   InitialState.prototype.name = "";
   // OneOf field names bound to virtual getters and setters
   let $oneOfFields;
   $Object.defineProperty(InitialState.prototype, "state_data", {
    get: $util.oneOfGetter($oneOfFields = ["zero_data", "data_file"]),
    set: $util.oneOfSetter($oneOfFields)
   });
   InitialState.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.data_type != null && $Object.hasOwnProperty.call(m, "data_type") && m.data_type !== 0)
     w.uint32(/* id 1, wireType 0 =*/8).int32(m.data_type);
    if (m.dims != null && m.dims.length) {
     w.uint32(/* id 2, wireType 2 =*/18).int64s(m.dims);
    }
    if (m.zero_data != null && $Object.hasOwnProperty.call(m, "zero_data"))
     w.uint32(/* id 3, wireType 0 =*/24).bool(m.zero_data);
    if (m.data_file != null && $Object.hasOwnProperty.call(m, "data_file"))
     w.uint32(/* id 4, wireType 2 =*/34).string(m.data_file);
    if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
     w.uint32(/* id 5, wireType 2 =*/42).string(m.name);
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   InitialState.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelSequenceBatching.InitialState();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 0)
        break;
       if (v = r.int32())
        m.data_type = v;
       else
        delete m.data_type;
       continue;
      }
     case 2: {
       if (u === 2) {
        if (!(m.dims && m.dims.length))
         m.dims = [];
        r.int64s(m.dims);
        continue;
       }
       if (u !== 0)
        break;
       if (!(m.dims && m.dims.length))
        m.dims = [];
       m.dims.push(r.int64());
       continue;
      }
     case 3: {
       if (u !== 0)
        break;
       m.zero_data = r.bool();
       m.state_data = "zero_data";
       continue;
      }
     case 4: {
       if (u !== 2)
        break;
       m.data_file = r.stringVerify();
       m.state_data = "data_file";
       continue;
      }
     case 5: {
       if (u !== 2)
        break;
       if ((v = r.stringVerify()).length)
        m.name = v;
       else
        delete m.name;
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   InitialState.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelSequenceBatching.InitialState)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelSequenceBatching.InitialState: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.ModelSequenceBatching.InitialState();
    if (d.data_type !== 0 && (typeof d.data_type !== "string" || $root.inference.DataType[d.data_type] !== 0)) {
     switch (d.data_type) {
     case "TYPE_INVALID":
     case 0:
      m.data_type = 0;
      break;
     case "TYPE_BOOL":
     case 1:
      m.data_type = 1;
      break;
     case "TYPE_UINT8":
     case 2:
      m.data_type = 2;
      break;
     case "TYPE_UINT16":
     case 3:
      m.data_type = 3;
      break;
     case "TYPE_UINT32":
     case 4:
      m.data_type = 4;
      break;
     case "TYPE_UINT64":
     case 5:
      m.data_type = 5;
      break;
     case "TYPE_INT8":
     case 6:
      m.data_type = 6;
      break;
     case "TYPE_INT16":
     case 7:
      m.data_type = 7;
      break;
     case "TYPE_INT32":
     case 8:
      m.data_type = 8;
      break;
     case "TYPE_INT64":
     case 9:
      m.data_type = 9;
      break;
     case "TYPE_FP16":
     case 10:
      m.data_type = 10;
      break;
     case "TYPE_FP32":
     case 11:
      m.data_type = 11;
      break;
     case "TYPE_FP64":
     case 12:
      m.data_type = 12;
      break;
     case "TYPE_STRING":
     case 13:
      m.data_type = 13;
      break;
     case "TYPE_BF16":
     case 14:
      m.data_type = 14;
      break;
     default:
      if (typeof d.data_type === "number" && (d.data_type | 0) === d.data_type)
       m.data_type = d.data_type;
     }
    }
    if (d.dims) {
     if (!$Array.isArray(d.dims))
      throw $TypeError(".inference.ModelSequenceBatching.InitialState.dims: array expected");
     m.dims = $Array(d.dims.length);
     for (var i = 0; i < d.dims.length; ++i) {
      if ($util.Long)
       m.dims[i] = $util.Long.fromValue(d.dims[i], false);
      else if (typeof d.dims[i] === "string")
       m.dims[i] = $parseInt(d.dims[i], 10);
      else if (typeof d.dims[i] === "number")
       m.dims[i] = d.dims[i];
      else if (typeof d.dims[i] === "object")
       m.dims[i] = new $util.LongBits(d.dims[i].low >>> 0, d.dims[i].high >>> 0).toNumber();
     }
    }
    if (d.zero_data != null) {
     m.zero_data = $Boolean(d.zero_data);
    }
    if (d.data_file != null) {
     m.data_file = $String(d.data_file);
    }
    if (d.name != null) {
     if (typeof d.name !== "string" || d.name.length) {
      m.name = $String(d.name);
     }
    }
    return m;
   };
   InitialState.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.arrays || o.defaults) {
     d.dims = [];
    }
    if (o.defaults) {
     d.data_type = o.enums === $String ? "TYPE_INVALID" : 0;
     d.name = "";
    }
    if (m.data_type != null && $Object.hasOwnProperty.call(m, "data_type")) {
     d.data_type = o.enums === $String ? $root.inference.DataType[m.data_type] === $undefined ? m.data_type : $root.inference.DataType[m.data_type] : m.data_type;
    }
    if (m.dims && m.dims.length) {
     d.dims = $Array(m.dims.length);
     for (var j = 0; j < m.dims.length; ++j) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.dims[j] = typeof m.dims[j] === "number" ? $BigInt(m.dims[j]) : $util.Long.fromBits(m.dims[j].low >>> 0, m.dims[j].high >>> 0, false).toBigInt();
      else if (typeof m.dims[j] === "number")
       d.dims[j] = o.longs === $String ? $String(m.dims[j]) : m.dims[j];
      else
       d.dims[j] = o.longs === $String ? $util.Long.prototype.toString.call(m.dims[j]) : o.longs === $Number ? new $util.LongBits(m.dims[j].low >>> 0, m.dims[j].high >>> 0).toNumber() : m.dims[j];
     }
    }
    if (m.zero_data != null && $Object.hasOwnProperty.call(m, "zero_data")) {
     d.zero_data = m.zero_data;
     if (o.oneofs)
      d.state_data = "zero_data";
    }
    if (m.data_file != null && $Object.hasOwnProperty.call(m, "data_file")) {
     d.data_file = m.data_file;
     if (o.oneofs)
      d.state_data = "data_file";
    }
    if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
     d.name = m.name;
    }
    return d;
   };
   InitialState.prototype.toJSON = function() {
    return InitialState.toObject(this, $protobuf.util.toJSONOptions);
   };
   return InitialState;
  })();
  ModelSequenceBatching.State = (function() {
   const State = function (p) {
    this.dims = [];
    this.initial_state = [];
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   State.prototype.input_name = "";
   State.prototype.output_name = "";
   State.prototype.data_type = 0;
   State.prototype.dims = $util.emptyArray;
   State.prototype.initial_state = $util.emptyArray;
   State.prototype.use_same_buffer_for_input_output = false;
   State.prototype.use_growable_memory = false;
   State.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.input_name != null && $Object.hasOwnProperty.call(m, "input_name") && m.input_name !== "")
     w.uint32(/* id 1, wireType 2 =*/10).string(m.input_name);
    if (m.output_name != null && $Object.hasOwnProperty.call(m, "output_name") && m.output_name !== "")
     w.uint32(/* id 2, wireType 2 =*/18).string(m.output_name);
    if (m.data_type != null && $Object.hasOwnProperty.call(m, "data_type") && m.data_type !== 0)
     w.uint32(/* id 3, wireType 0 =*/24).int32(m.data_type);
    if (m.dims != null && m.dims.length) {
     w.uint32(/* id 4, wireType 2 =*/34).int64s(m.dims);
    }
    if (m.initial_state != null && m.initial_state.length) {
     for (var i = 0; i < m.initial_state.length; ++i)
      $root.inference.ModelSequenceBatching.InitialState.encode(m.initial_state[i], w.uint32(/* id 5, wireType 2 =*/42).fork(), q + 1).ldelim();
    }
    if (m.use_same_buffer_for_input_output != null && $Object.hasOwnProperty.call(m, "use_same_buffer_for_input_output") && m.use_same_buffer_for_input_output !== false)
     w.uint32(/* id 6, wireType 0 =*/48).bool(m.use_same_buffer_for_input_output);
    if (m.use_growable_memory != null && $Object.hasOwnProperty.call(m, "use_growable_memory") && m.use_growable_memory !== false)
     w.uint32(/* id 7, wireType 0 =*/56).bool(m.use_growable_memory);
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   State.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelSequenceBatching.State();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 2)
        break;
       if ((v = r.stringVerify()).length)
        m.input_name = v;
       else
        delete m.input_name;
       continue;
      }
     case 2: {
       if (u !== 2)
        break;
       if ((v = r.stringVerify()).length)
        m.output_name = v;
       else
        delete m.output_name;
       continue;
      }
     case 3: {
       if (u !== 0)
        break;
       if (v = r.int32())
        m.data_type = v;
       else
        delete m.data_type;
       continue;
      }
     case 4: {
       if (u === 2) {
        if (!(m.dims && m.dims.length))
         m.dims = [];
        r.int64s(m.dims);
        continue;
       }
       if (u !== 0)
        break;
       if (!(m.dims && m.dims.length))
        m.dims = [];
       m.dims.push(r.int64());
       continue;
      }
     case 5: {
       if (u !== 2)
        break;
       if (!(m.initial_state && m.initial_state.length))
        m.initial_state = [];
       m.initial_state.push($root.inference.ModelSequenceBatching.InitialState.decode(r, r.size(), $undefined, q + 1));
       continue;
      }
     case 6: {
       if (u !== 0)
        break;
       if (v = r.bool())
        m.use_same_buffer_for_input_output = v;
       else
        delete m.use_same_buffer_for_input_output;
       continue;
      }
     case 7: {
       if (u !== 0)
        break;
       if (v = r.bool())
        m.use_growable_memory = v;
       else
        delete m.use_growable_memory;
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   State.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelSequenceBatching.State)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelSequenceBatching.State: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.ModelSequenceBatching.State();
    if (d.input_name != null) {
     if (typeof d.input_name !== "string" || d.input_name.length) {
      m.input_name = $String(d.input_name);
     }
    }
    if (d.output_name != null) {
     if (typeof d.output_name !== "string" || d.output_name.length) {
      m.output_name = $String(d.output_name);
     }
    }
    if (d.data_type !== 0 && (typeof d.data_type !== "string" || $root.inference.DataType[d.data_type] !== 0)) {
     switch (d.data_type) {
     case "TYPE_INVALID":
     case 0:
      m.data_type = 0;
      break;
     case "TYPE_BOOL":
     case 1:
      m.data_type = 1;
      break;
     case "TYPE_UINT8":
     case 2:
      m.data_type = 2;
      break;
     case "TYPE_UINT16":
     case 3:
      m.data_type = 3;
      break;
     case "TYPE_UINT32":
     case 4:
      m.data_type = 4;
      break;
     case "TYPE_UINT64":
     case 5:
      m.data_type = 5;
      break;
     case "TYPE_INT8":
     case 6:
      m.data_type = 6;
      break;
     case "TYPE_INT16":
     case 7:
      m.data_type = 7;
      break;
     case "TYPE_INT32":
     case 8:
      m.data_type = 8;
      break;
     case "TYPE_INT64":
     case 9:
      m.data_type = 9;
      break;
     case "TYPE_FP16":
     case 10:
      m.data_type = 10;
      break;
     case "TYPE_FP32":
     case 11:
      m.data_type = 11;
      break;
     case "TYPE_FP64":
     case 12:
      m.data_type = 12;
      break;
     case "TYPE_STRING":
     case 13:
      m.data_type = 13;
      break;
     case "TYPE_BF16":
     case 14:
      m.data_type = 14;
      break;
     default:
      if (typeof d.data_type === "number" && (d.data_type | 0) === d.data_type)
       m.data_type = d.data_type;
     }
    }
    if (d.dims) {
     if (!$Array.isArray(d.dims))
      throw $TypeError(".inference.ModelSequenceBatching.State.dims: array expected");
     m.dims = $Array(d.dims.length);
     for (var i = 0; i < d.dims.length; ++i) {
      if ($util.Long)
       m.dims[i] = $util.Long.fromValue(d.dims[i], false);
      else if (typeof d.dims[i] === "string")
       m.dims[i] = $parseInt(d.dims[i], 10);
      else if (typeof d.dims[i] === "number")
       m.dims[i] = d.dims[i];
      else if (typeof d.dims[i] === "object")
       m.dims[i] = new $util.LongBits(d.dims[i].low >>> 0, d.dims[i].high >>> 0).toNumber();
     }
    }
    if (d.initial_state) {
     if (!$Array.isArray(d.initial_state))
      throw $TypeError(".inference.ModelSequenceBatching.State.initial_state: array expected");
     m.initial_state = $Array(d.initial_state.length);
     for (var i = 0; i < d.initial_state.length; ++i) {
      if (!$util.isObject(d.initial_state[i]))
       throw $TypeError(".inference.ModelSequenceBatching.State.initial_state: object expected");
      m.initial_state[i] = $root.inference.ModelSequenceBatching.InitialState.fromObject(d.initial_state[i], q + 1);
     }
    }
    if (d.use_same_buffer_for_input_output != null) {
     if (d.use_same_buffer_for_input_output) {
      m.use_same_buffer_for_input_output = $Boolean(d.use_same_buffer_for_input_output);
     }
    }
    if (d.use_growable_memory != null) {
     if (d.use_growable_memory) {
      m.use_growable_memory = $Boolean(d.use_growable_memory);
     }
    }
    return m;
   };
   State.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.arrays || o.defaults) {
     d.dims = [];
     d.initial_state = [];
    }
    if (o.defaults) {
     d.input_name = "";
     d.output_name = "";
     d.data_type = o.enums === $String ? "TYPE_INVALID" : 0;
     d.use_same_buffer_for_input_output = false;
     d.use_growable_memory = false;
    }
    if (m.input_name != null && $Object.hasOwnProperty.call(m, "input_name")) {
     d.input_name = m.input_name;
    }
    if (m.output_name != null && $Object.hasOwnProperty.call(m, "output_name")) {
     d.output_name = m.output_name;
    }
    if (m.data_type != null && $Object.hasOwnProperty.call(m, "data_type")) {
     d.data_type = o.enums === $String ? $root.inference.DataType[m.data_type] === $undefined ? m.data_type : $root.inference.DataType[m.data_type] : m.data_type;
    }
    if (m.dims && m.dims.length) {
     d.dims = $Array(m.dims.length);
     for (var j = 0; j < m.dims.length; ++j) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.dims[j] = typeof m.dims[j] === "number" ? $BigInt(m.dims[j]) : $util.Long.fromBits(m.dims[j].low >>> 0, m.dims[j].high >>> 0, false).toBigInt();
      else if (typeof m.dims[j] === "number")
       d.dims[j] = o.longs === $String ? $String(m.dims[j]) : m.dims[j];
      else
       d.dims[j] = o.longs === $String ? $util.Long.prototype.toString.call(m.dims[j]) : o.longs === $Number ? new $util.LongBits(m.dims[j].low >>> 0, m.dims[j].high >>> 0).toNumber() : m.dims[j];
     }
    }
    if (m.initial_state && m.initial_state.length) {
     d.initial_state = $Array(m.initial_state.length);
     for (var j = 0; j < m.initial_state.length; ++j) {
      d.initial_state[j] = $root.inference.ModelSequenceBatching.InitialState.toObject(m.initial_state[j], o, q + 1);
     }
    }
    if (m.use_same_buffer_for_input_output != null && $Object.hasOwnProperty.call(m, "use_same_buffer_for_input_output")) {
     d.use_same_buffer_for_input_output = m.use_same_buffer_for_input_output;
    }
    if (m.use_growable_memory != null && $Object.hasOwnProperty.call(m, "use_growable_memory")) {
     d.use_growable_memory = m.use_growable_memory;
    }
    return d;
   };
   State.prototype.toJSON = function() {
    return State.toObject(this, $protobuf.util.toJSONOptions);
   };
   return State;
  })();
  ModelSequenceBatching.StrategyDirect = (function() {
   const StrategyDirect = function (p) {
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   StrategyDirect.prototype.max_queue_delay_microseconds = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
   StrategyDirect.prototype.minimum_slot_utilization = 0;
   StrategyDirect.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.max_queue_delay_microseconds != null && $Object.hasOwnProperty.call(m, "max_queue_delay_microseconds") && (typeof m.max_queue_delay_microseconds === "object" ? m.max_queue_delay_microseconds.low || m.max_queue_delay_microseconds.high : m.max_queue_delay_microseconds !== 0))
     w.uint32(/* id 1, wireType 0 =*/8).uint64(m.max_queue_delay_microseconds);
    if (m.minimum_slot_utilization != null && $Object.hasOwnProperty.call(m, "minimum_slot_utilization") && !$Object.is(m.minimum_slot_utilization, 0))
     w.uint32(/* id 2, wireType 5 =*/21).float(m.minimum_slot_utilization);
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   StrategyDirect.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelSequenceBatching.StrategyDirect();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 0)
        break;
       if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
        m.max_queue_delay_microseconds = v;
       else
        delete m.max_queue_delay_microseconds;
       continue;
      }
     case 2: {
       if (u !== 5)
        break;
       if (!$Object.is(v = r.float(), 0))
        m.minimum_slot_utilization = v;
       else
        delete m.minimum_slot_utilization;
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   StrategyDirect.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelSequenceBatching.StrategyDirect)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelSequenceBatching.StrategyDirect: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.ModelSequenceBatching.StrategyDirect();
    if (d.max_queue_delay_microseconds != null) {
     if (typeof d.max_queue_delay_microseconds === "object" ? d.max_queue_delay_microseconds.low || d.max_queue_delay_microseconds.high : $Number(d.max_queue_delay_microseconds) !== 0) {
      if ($util.Long)
       m.max_queue_delay_microseconds = $util.Long.fromValue(d.max_queue_delay_microseconds, true);
      else if (typeof d.max_queue_delay_microseconds === "string")
       m.max_queue_delay_microseconds = $parseInt(d.max_queue_delay_microseconds, 10);
      else if (typeof d.max_queue_delay_microseconds === "number")
       m.max_queue_delay_microseconds = d.max_queue_delay_microseconds;
      else if (typeof d.max_queue_delay_microseconds === "object")
       m.max_queue_delay_microseconds = new $util.LongBits(d.max_queue_delay_microseconds.low >>> 0, d.max_queue_delay_microseconds.high >>> 0).toNumber(true);
     }
    }
    if (d.minimum_slot_utilization != null) {
     if (!$Object.is($Number(d.minimum_slot_utilization), 0)) {
      m.minimum_slot_utilization = $Number(d.minimum_slot_utilization);
     }
    }
    return m;
   };
   StrategyDirect.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.defaults) {
     if ($util.Long) {
      var n = new $util.Long(0, 0, true);
      d.max_queue_delay_microseconds = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
     } else
      d.max_queue_delay_microseconds = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
     d.minimum_slot_utilization = 0;
    }
    if (m.max_queue_delay_microseconds != null && $Object.hasOwnProperty.call(m, "max_queue_delay_microseconds")) {
     if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
      d.max_queue_delay_microseconds = typeof m.max_queue_delay_microseconds === "number" ? $BigInt(m.max_queue_delay_microseconds) : $util.Long.fromBits(m.max_queue_delay_microseconds.low >>> 0, m.max_queue_delay_microseconds.high >>> 0, true).toBigInt();
     else if (typeof m.max_queue_delay_microseconds === "number")
      d.max_queue_delay_microseconds = o.longs === $String ? $String(m.max_queue_delay_microseconds) : m.max_queue_delay_microseconds;
     else
      d.max_queue_delay_microseconds = o.longs === $String ? $util.Long.prototype.toString.call(m.max_queue_delay_microseconds) : o.longs === $Number ? new $util.LongBits(m.max_queue_delay_microseconds.low >>> 0, m.max_queue_delay_microseconds.high >>> 0).toNumber(true) : m.max_queue_delay_microseconds;
    }
    if (m.minimum_slot_utilization != null && $Object.hasOwnProperty.call(m, "minimum_slot_utilization")) {
     d.minimum_slot_utilization = o.json && !$isFinite(m.minimum_slot_utilization) ? $String(m.minimum_slot_utilization) : m.minimum_slot_utilization;
    }
    return d;
   };
   StrategyDirect.prototype.toJSON = function() {
    return StrategyDirect.toObject(this, $protobuf.util.toJSONOptions);
   };
   return StrategyDirect;
  })();
  ModelSequenceBatching.StrategyOldest = (function() {
   const StrategyOldest = function (p) {
    this.preferred_batch_size = [];
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   StrategyOldest.prototype.max_candidate_sequences = 0;
   StrategyOldest.prototype.preferred_batch_size = $util.emptyArray;
   StrategyOldest.prototype.max_queue_delay_microseconds = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
   StrategyOldest.prototype.preserve_ordering = false;
   StrategyOldest.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.max_candidate_sequences != null && $Object.hasOwnProperty.call(m, "max_candidate_sequences") && m.max_candidate_sequences !== 0)
     w.uint32(/* id 1, wireType 0 =*/8).int32(m.max_candidate_sequences);
    if (m.preferred_batch_size != null && m.preferred_batch_size.length) {
     w.uint32(/* id 2, wireType 2 =*/18).int32s(m.preferred_batch_size);
    }
    if (m.max_queue_delay_microseconds != null && $Object.hasOwnProperty.call(m, "max_queue_delay_microseconds") && (typeof m.max_queue_delay_microseconds === "object" ? m.max_queue_delay_microseconds.low || m.max_queue_delay_microseconds.high : m.max_queue_delay_microseconds !== 0))
     w.uint32(/* id 3, wireType 0 =*/24).uint64(m.max_queue_delay_microseconds);
    if (m.preserve_ordering != null && $Object.hasOwnProperty.call(m, "preserve_ordering") && m.preserve_ordering !== false)
     w.uint32(/* id 4, wireType 0 =*/32).bool(m.preserve_ordering);
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   StrategyOldest.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelSequenceBatching.StrategyOldest();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 0)
        break;
       if (v = r.int32())
        m.max_candidate_sequences = v;
       else
        delete m.max_candidate_sequences;
       continue;
      }
     case 2: {
       if (u === 2) {
        if (!(m.preferred_batch_size && m.preferred_batch_size.length))
         m.preferred_batch_size = [];
        r.int32s(m.preferred_batch_size);
        continue;
       }
       if (u !== 0)
        break;
       if (!(m.preferred_batch_size && m.preferred_batch_size.length))
        m.preferred_batch_size = [];
       m.preferred_batch_size.push(r.int32());
       continue;
      }
     case 3: {
       if (u !== 0)
        break;
       if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
        m.max_queue_delay_microseconds = v;
       else
        delete m.max_queue_delay_microseconds;
       continue;
      }
     case 4: {
       if (u !== 0)
        break;
       if (v = r.bool())
        m.preserve_ordering = v;
       else
        delete m.preserve_ordering;
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   StrategyOldest.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelSequenceBatching.StrategyOldest)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelSequenceBatching.StrategyOldest: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.ModelSequenceBatching.StrategyOldest();
    if (d.max_candidate_sequences != null) {
     if ($Number(d.max_candidate_sequences) !== 0) {
      m.max_candidate_sequences = d.max_candidate_sequences | 0;
     }
    }
    if (d.preferred_batch_size) {
     if (!$Array.isArray(d.preferred_batch_size))
      throw $TypeError(".inference.ModelSequenceBatching.StrategyOldest.preferred_batch_size: array expected");
     m.preferred_batch_size = $Array(d.preferred_batch_size.length);
     for (var i = 0; i < d.preferred_batch_size.length; ++i) {
      m.preferred_batch_size[i] = d.preferred_batch_size[i] | 0;
     }
    }
    if (d.max_queue_delay_microseconds != null) {
     if (typeof d.max_queue_delay_microseconds === "object" ? d.max_queue_delay_microseconds.low || d.max_queue_delay_microseconds.high : $Number(d.max_queue_delay_microseconds) !== 0) {
      if ($util.Long)
       m.max_queue_delay_microseconds = $util.Long.fromValue(d.max_queue_delay_microseconds, true);
      else if (typeof d.max_queue_delay_microseconds === "string")
       m.max_queue_delay_microseconds = $parseInt(d.max_queue_delay_microseconds, 10);
      else if (typeof d.max_queue_delay_microseconds === "number")
       m.max_queue_delay_microseconds = d.max_queue_delay_microseconds;
      else if (typeof d.max_queue_delay_microseconds === "object")
       m.max_queue_delay_microseconds = new $util.LongBits(d.max_queue_delay_microseconds.low >>> 0, d.max_queue_delay_microseconds.high >>> 0).toNumber(true);
     }
    }
    if (d.preserve_ordering != null) {
     if (d.preserve_ordering) {
      m.preserve_ordering = $Boolean(d.preserve_ordering);
     }
    }
    return m;
   };
   StrategyOldest.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.arrays || o.defaults) {
     d.preferred_batch_size = [];
    }
    if (o.defaults) {
     d.max_candidate_sequences = 0;
     if ($util.Long) {
      var n = new $util.Long(0, 0, true);
      d.max_queue_delay_microseconds = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
     } else
      d.max_queue_delay_microseconds = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
     d.preserve_ordering = false;
    }
    if (m.max_candidate_sequences != null && $Object.hasOwnProperty.call(m, "max_candidate_sequences")) {
     d.max_candidate_sequences = m.max_candidate_sequences;
    }
    if (m.preferred_batch_size && m.preferred_batch_size.length) {
     d.preferred_batch_size = $Array(m.preferred_batch_size.length);
     for (var j = 0; j < m.preferred_batch_size.length; ++j) {
      d.preferred_batch_size[j] = m.preferred_batch_size[j];
     }
    }
    if (m.max_queue_delay_microseconds != null && $Object.hasOwnProperty.call(m, "max_queue_delay_microseconds")) {
     if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
      d.max_queue_delay_microseconds = typeof m.max_queue_delay_microseconds === "number" ? $BigInt(m.max_queue_delay_microseconds) : $util.Long.fromBits(m.max_queue_delay_microseconds.low >>> 0, m.max_queue_delay_microseconds.high >>> 0, true).toBigInt();
     else if (typeof m.max_queue_delay_microseconds === "number")
      d.max_queue_delay_microseconds = o.longs === $String ? $String(m.max_queue_delay_microseconds) : m.max_queue_delay_microseconds;
     else
      d.max_queue_delay_microseconds = o.longs === $String ? $util.Long.prototype.toString.call(m.max_queue_delay_microseconds) : o.longs === $Number ? new $util.LongBits(m.max_queue_delay_microseconds.low >>> 0, m.max_queue_delay_microseconds.high >>> 0).toNumber(true) : m.max_queue_delay_microseconds;
    }
    if (m.preserve_ordering != null && $Object.hasOwnProperty.call(m, "preserve_ordering")) {
     d.preserve_ordering = m.preserve_ordering;
    }
    return d;
   };
   StrategyOldest.prototype.toJSON = function() {
    return StrategyOldest.toObject(this, $protobuf.util.toJSONOptions);
   };
   return StrategyOldest;
  })();
  return ModelSequenceBatching;
 })();
 inference.ModelEnsembling = (function() {
  const ModelEnsembling = function (p) {
   this.step = [];
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelEnsembling.prototype.step = $util.emptyArray;
  ModelEnsembling.prototype.max_inflight_requests = 0;
  ModelEnsembling.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.step != null && m.step.length) {
    for (var i = 0; i < m.step.length; ++i)
     $root.inference.ModelEnsembling.Step.encode(m.step[i], w.uint32(/* id 1, wireType 2 =*/10).fork(), q + 1).ldelim();
   }
   if (m.max_inflight_requests != null && $Object.hasOwnProperty.call(m, "max_inflight_requests") && m.max_inflight_requests !== 0)
    w.uint32(/* id 2, wireType 0 =*/16).uint32(m.max_inflight_requests);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelEnsembling.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelEnsembling();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if (!(m.step && m.step.length))
       m.step = [];
      m.step.push($root.inference.ModelEnsembling.Step.decode(r, r.size(), $undefined, q + 1));
      continue;
     }
    case 2: {
      if (u !== 0)
       break;
      if (v = r.uint32())
       m.max_inflight_requests = v;
      else
       delete m.max_inflight_requests;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelEnsembling.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelEnsembling)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelEnsembling: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelEnsembling();
   if (d.step) {
    if (!$Array.isArray(d.step))
     throw $TypeError(".inference.ModelEnsembling.step: array expected");
    m.step = $Array(d.step.length);
    for (var i = 0; i < d.step.length; ++i) {
     if (!$util.isObject(d.step[i]))
      throw $TypeError(".inference.ModelEnsembling.step: object expected");
     m.step[i] = $root.inference.ModelEnsembling.Step.fromObject(d.step[i], q + 1);
    }
   }
   if (d.max_inflight_requests != null) {
    if ($Number(d.max_inflight_requests) !== 0) {
     m.max_inflight_requests = d.max_inflight_requests >>> 0;
    }
   }
   return m;
  };
  ModelEnsembling.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.arrays || o.defaults) {
    d.step = [];
   }
   if (o.defaults) {
    d.max_inflight_requests = 0;
   }
   if (m.step && m.step.length) {
    d.step = $Array(m.step.length);
    for (var j = 0; j < m.step.length; ++j) {
     d.step[j] = $root.inference.ModelEnsembling.Step.toObject(m.step[j], o, q + 1);
    }
   }
   if (m.max_inflight_requests != null && $Object.hasOwnProperty.call(m, "max_inflight_requests")) {
    d.max_inflight_requests = m.max_inflight_requests;
   }
   return d;
  };
  ModelEnsembling.prototype.toJSON = function() {
   return ModelEnsembling.toObject(this, $protobuf.util.toJSONOptions);
  };
  ModelEnsembling.Step = (function() {
   const Step = function (p) {
    this.input_map = {};
    this.output_map = {};
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   Step.prototype.model_name = "";
   Step.prototype.model_version = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
   Step.prototype.input_map = $util.emptyObject;
   Step.prototype.output_map = $util.emptyObject;
   Step.prototype.model_namespace = "";
   Step.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.model_name != null && $Object.hasOwnProperty.call(m, "model_name") && m.model_name !== "")
     w.uint32(/* id 1, wireType 2 =*/10).string(m.model_name);
    if (m.model_version != null && $Object.hasOwnProperty.call(m, "model_version") && (typeof m.model_version === "object" ? m.model_version.low || m.model_version.high : m.model_version !== 0))
     w.uint32(/* id 2, wireType 0 =*/16).int64(m.model_version);
    if (m.input_map != null && $Object.hasOwnProperty.call(m, "input_map")) {
     for (var ks = $Object.keys(m.input_map), i = 0; i < ks.length; ++i) {
      w.uint32(/* id 3, wireType 2 =*/26).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]).uint32(/* id 2, wireType 2 =*/18).string(m.input_map[ks[i]]).ldelim();
     }
    }
    if (m.output_map != null && $Object.hasOwnProperty.call(m, "output_map")) {
     for (var ks = $Object.keys(m.output_map), i = 0; i < ks.length; ++i) {
      w.uint32(/* id 4, wireType 2 =*/34).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]).uint32(/* id 2, wireType 2 =*/18).string(m.output_map[ks[i]]).ldelim();
     }
    }
    if (m.model_namespace != null && $Object.hasOwnProperty.call(m, "model_namespace") && m.model_namespace !== "")
     w.uint32(/* id 5, wireType 2 =*/42).string(m.model_namespace);
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   Step.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, k, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelEnsembling.Step();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 2)
        break;
       if ((v = r.stringVerify()).length)
        m.model_name = v;
       else
        delete m.model_name;
       continue;
      }
     case 2: {
       if (u !== 0)
        break;
       if (typeof (v = r.int64()) === "object" ? v.low || v.high : v !== 0)
        m.model_version = v;
       else
        delete m.model_version;
       continue;
      }
     case 3: {
       if (u !== 2)
        break;
       if (m.input_map === $util.emptyObject)
        m.input_map = {};
       var c2 = r.size() + r.pos;
       if (c2 > r.len)
        throw $RangeError("index out of range");
       r.len = c2;
       k = "";
       v = "";
       while (r.pos < c2) {
        var t2 = r.tag();
        u = t2 & 7;
        switch (t2 >>>= 3) {
        case 1:
         if (u !== 2)
          break;
         k = r.stringVerify();
         continue;
        case 2:
         if (u !== 2)
          break;
         v = r.stringVerify();
         continue;
        }
        r.skipType(u, q, t2);
       }
       if (r.pos !== c2)
        throw $RangeError("index out of range");
       r.len = c;
       if (k === "__proto__")
        $util.makeProp(m.input_map, k);
       m.input_map[k] = v;
       continue;
      }
     case 4: {
       if (u !== 2)
        break;
       if (m.output_map === $util.emptyObject)
        m.output_map = {};
       var c2 = r.size() + r.pos;
       if (c2 > r.len)
        throw $RangeError("index out of range");
       r.len = c2;
       k = "";
       v = "";
       while (r.pos < c2) {
        var t2 = r.tag();
        u = t2 & 7;
        switch (t2 >>>= 3) {
        case 1:
         if (u !== 2)
          break;
         k = r.stringVerify();
         continue;
        case 2:
         if (u !== 2)
          break;
         v = r.stringVerify();
         continue;
        }
        r.skipType(u, q, t2);
       }
       if (r.pos !== c2)
        throw $RangeError("index out of range");
       r.len = c;
       if (k === "__proto__")
        $util.makeProp(m.output_map, k);
       m.output_map[k] = v;
       continue;
      }
     case 5: {
       if (u !== 2)
        break;
       if ((v = r.stringVerify()).length)
        m.model_namespace = v;
       else
        delete m.model_namespace;
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   Step.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelEnsembling.Step)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelEnsembling.Step: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.ModelEnsembling.Step();
    if (d.model_name != null) {
     if (typeof d.model_name !== "string" || d.model_name.length) {
      m.model_name = $String(d.model_name);
     }
    }
    if (d.model_version != null) {
     if (typeof d.model_version === "object" ? d.model_version.low || d.model_version.high : $Number(d.model_version) !== 0) {
      if ($util.Long)
       m.model_version = $util.Long.fromValue(d.model_version, false);
      else if (typeof d.model_version === "string")
       m.model_version = $parseInt(d.model_version, 10);
      else if (typeof d.model_version === "number")
       m.model_version = d.model_version;
      else if (typeof d.model_version === "object")
       m.model_version = new $util.LongBits(d.model_version.low >>> 0, d.model_version.high >>> 0).toNumber();
     }
    }
    if (d.input_map) {
     if (!$util.isObject(d.input_map))
      throw $TypeError(".inference.ModelEnsembling.Step.input_map: object expected");
     m.input_map = {};
     for (var ks = $Object.keys(d.input_map), i = 0; i < ks.length; ++i) {
      if (ks[i] === "__proto__")
       $util.makeProp(m.input_map, ks[i]);
      m.input_map[ks[i]] = $String(d.input_map[ks[i]]);
     }
    }
    if (d.output_map) {
     if (!$util.isObject(d.output_map))
      throw $TypeError(".inference.ModelEnsembling.Step.output_map: object expected");
     m.output_map = {};
     for (var ks = $Object.keys(d.output_map), i = 0; i < ks.length; ++i) {
      if (ks[i] === "__proto__")
       $util.makeProp(m.output_map, ks[i]);
      m.output_map[ks[i]] = $String(d.output_map[ks[i]]);
     }
    }
    if (d.model_namespace != null) {
     if (typeof d.model_namespace !== "string" || d.model_namespace.length) {
      m.model_namespace = $String(d.model_namespace);
     }
    }
    return m;
   };
   Step.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.objects || o.defaults) {
     d.input_map = {};
     d.output_map = {};
    }
    if (o.defaults) {
     d.model_name = "";
     if ($util.Long) {
      var n = new $util.Long(0, 0, false);
      d.model_version = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
     } else
      d.model_version = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
     d.model_namespace = "";
    }
    if (m.model_name != null && $Object.hasOwnProperty.call(m, "model_name")) {
     d.model_name = m.model_name;
    }
    if (m.model_version != null && $Object.hasOwnProperty.call(m, "model_version")) {
     if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
      d.model_version = typeof m.model_version === "number" ? $BigInt(m.model_version) : $util.Long.fromBits(m.model_version.low >>> 0, m.model_version.high >>> 0, false).toBigInt();
     else if (typeof m.model_version === "number")
      d.model_version = o.longs === $String ? $String(m.model_version) : m.model_version;
     else
      d.model_version = o.longs === $String ? $util.Long.prototype.toString.call(m.model_version) : o.longs === $Number ? new $util.LongBits(m.model_version.low >>> 0, m.model_version.high >>> 0).toNumber() : m.model_version;
    }
    var ks2;
    if (m.input_map && (ks2 = $Object.keys(m.input_map)).length) {
     d.input_map = {};
     for (var j = 0; j < ks2.length; ++j) {
      if (ks2[j] === "__proto__")
       $util.makeProp(d.input_map, ks2[j]);
      d.input_map[ks2[j]] = m.input_map[ks2[j]];
     }
    }
    if (m.output_map && (ks2 = $Object.keys(m.output_map)).length) {
     d.output_map = {};
     for (var j = 0; j < ks2.length; ++j) {
      if (ks2[j] === "__proto__")
       $util.makeProp(d.output_map, ks2[j]);
      d.output_map[ks2[j]] = m.output_map[ks2[j]];
     }
    }
    if (m.model_namespace != null && $Object.hasOwnProperty.call(m, "model_namespace")) {
     d.model_namespace = m.model_namespace;
    }
    return d;
   };
   Step.prototype.toJSON = function() {
    return Step.toObject(this, $protobuf.util.toJSONOptions);
   };
   return Step;
  })();
  return ModelEnsembling;
 })();
 inference.ModelParameter = (function() {
  const ModelParameter = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelParameter.prototype.string_value = "";
  ModelParameter.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.string_value != null && $Object.hasOwnProperty.call(m, "string_value") && m.string_value !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.string_value);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelParameter.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelParameter();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.string_value = v;
      else
       delete m.string_value;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelParameter.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelParameter)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelParameter: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelParameter();
   if (d.string_value != null) {
    if (typeof d.string_value !== "string" || d.string_value.length) {
     m.string_value = $String(d.string_value);
    }
   }
   return m;
  };
  ModelParameter.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.string_value = "";
   }
   if (m.string_value != null && $Object.hasOwnProperty.call(m, "string_value")) {
    d.string_value = m.string_value;
   }
   return d;
  };
  ModelParameter.prototype.toJSON = function() {
   return ModelParameter.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ModelParameter;
 })();
 inference.ModelWarmup = (function() {
  const ModelWarmup = function (p) {
   this.inputs = {};
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelWarmup.prototype.name = "";
  ModelWarmup.prototype.batch_size = 0;
  ModelWarmup.prototype.inputs = $util.emptyObject;
  ModelWarmup.prototype.count = 0;
  ModelWarmup.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
   if (m.batch_size != null && $Object.hasOwnProperty.call(m, "batch_size") && m.batch_size !== 0)
    w.uint32(/* id 2, wireType 0 =*/16).uint32(m.batch_size);
   if (m.inputs != null && $Object.hasOwnProperty.call(m, "inputs")) {
    for (var ks = $Object.keys(m.inputs), i = 0; i < ks.length; ++i) {
     w.uint32(/* id 3, wireType 2 =*/26).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]);
     $root.inference.ModelWarmup.Input.encode(m.inputs[ks[i]], w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
    }
   }
   if (m.count != null && $Object.hasOwnProperty.call(m, "count") && m.count !== 0)
    w.uint32(/* id 4, wireType 0 =*/32).uint32(m.count);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelWarmup.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, k, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelWarmup();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.name = v;
      else
       delete m.name;
      continue;
     }
    case 2: {
      if (u !== 0)
       break;
      if (v = r.uint32())
       m.batch_size = v;
      else
       delete m.batch_size;
      continue;
     }
    case 3: {
      if (u !== 2)
       break;
      if (m.inputs === $util.emptyObject)
       m.inputs = {};
      var c2 = r.size() + r.pos;
      if (c2 > r.len)
       throw $RangeError("index out of range");
      r.len = c2;
      k = "";
      v = null;
      while (r.pos < c2) {
       var t2 = r.tag();
       u = t2 & 7;
       switch (t2 >>>= 3) {
       case 1:
        if (u !== 2)
         break;
        k = r.stringVerify();
        continue;
       case 2:
        if (u !== 2)
         break;
        v = $root.inference.ModelWarmup.Input.decode(r, r.size(), $undefined, q + 1, v);
        continue;
       }
       r.skipType(u, q, t2);
      }
      if (r.pos !== c2)
       throw $RangeError("index out of range");
      r.len = c;
      if (k === "__proto__")
       $util.makeProp(m.inputs, k);
      m.inputs[k] = v || new $root.inference.ModelWarmup.Input();
      continue;
     }
    case 4: {
      if (u !== 0)
       break;
      if (v = r.uint32())
       m.count = v;
      else
       delete m.count;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelWarmup.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelWarmup)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelWarmup: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelWarmup();
   if (d.name != null) {
    if (typeof d.name !== "string" || d.name.length) {
     m.name = $String(d.name);
    }
   }
   if (d.batch_size != null) {
    if ($Number(d.batch_size) !== 0) {
     m.batch_size = d.batch_size >>> 0;
    }
   }
   if (d.inputs) {
    if (!$util.isObject(d.inputs))
     throw $TypeError(".inference.ModelWarmup.inputs: object expected");
    m.inputs = {};
    for (var ks = $Object.keys(d.inputs), i = 0; i < ks.length; ++i) {
     if (ks[i] === "__proto__")
      $util.makeProp(m.inputs, ks[i]);
     if (!$util.isObject(d.inputs[ks[i]]))
      throw $TypeError(".inference.ModelWarmup.inputs: object expected");
     m.inputs[ks[i]] = $root.inference.ModelWarmup.Input.fromObject(d.inputs[ks[i]], q + 1);
    }
   }
   if (d.count != null) {
    if ($Number(d.count) !== 0) {
     m.count = d.count >>> 0;
    }
   }
   return m;
  };
  ModelWarmup.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.objects || o.defaults) {
    d.inputs = {};
   }
   if (o.defaults) {
    d.name = "";
    d.batch_size = 0;
    d.count = 0;
   }
   if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
    d.name = m.name;
   }
   if (m.batch_size != null && $Object.hasOwnProperty.call(m, "batch_size")) {
    d.batch_size = m.batch_size;
   }
   var ks2;
   if (m.inputs && (ks2 = $Object.keys(m.inputs)).length) {
    d.inputs = {};
    for (var j = 0; j < ks2.length; ++j) {
     if (ks2[j] === "__proto__")
      $util.makeProp(d.inputs, ks2[j]);
     d.inputs[ks2[j]] = $root.inference.ModelWarmup.Input.toObject(m.inputs[ks2[j]], o, q + 1);
    }
   }
   if (m.count != null && $Object.hasOwnProperty.call(m, "count")) {
    d.count = m.count;
   }
   return d;
  };
  ModelWarmup.prototype.toJSON = function() {
   return ModelWarmup.toObject(this, $protobuf.util.toJSONOptions);
  };
  ModelWarmup.Input = (function() {
   const Input = function (p) {
    this.dims = [];
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   Input.prototype.data_type = 0;
   Input.prototype.dims = $util.emptyArray;
   Input.prototype.zero_data = null;
   Input.prototype.random_data = null;
   Input.prototype.input_data_file = null;
   // OneOf field names bound to virtual getters and setters
   let $oneOfFields;
   $Object.defineProperty(Input.prototype, "input_data_type", {
    get: $util.oneOfGetter($oneOfFields = ["zero_data", "random_data", "input_data_file"]),
    set: $util.oneOfSetter($oneOfFields)
   });
   Input.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.data_type != null && $Object.hasOwnProperty.call(m, "data_type") && m.data_type !== 0)
     w.uint32(/* id 1, wireType 0 =*/8).int32(m.data_type);
    if (m.dims != null && m.dims.length) {
     w.uint32(/* id 2, wireType 2 =*/18).int64s(m.dims);
    }
    if (m.zero_data != null && $Object.hasOwnProperty.call(m, "zero_data"))
     w.uint32(/* id 3, wireType 0 =*/24).bool(m.zero_data);
    if (m.random_data != null && $Object.hasOwnProperty.call(m, "random_data"))
     w.uint32(/* id 4, wireType 0 =*/32).bool(m.random_data);
    if (m.input_data_file != null && $Object.hasOwnProperty.call(m, "input_data_file"))
     w.uint32(/* id 5, wireType 2 =*/42).string(m.input_data_file);
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   Input.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelWarmup.Input();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 0)
        break;
       if (v = r.int32())
        m.data_type = v;
       else
        delete m.data_type;
       continue;
      }
     case 2: {
       if (u === 2) {
        if (!(m.dims && m.dims.length))
         m.dims = [];
        r.int64s(m.dims);
        continue;
       }
       if (u !== 0)
        break;
       if (!(m.dims && m.dims.length))
        m.dims = [];
       m.dims.push(r.int64());
       continue;
      }
     case 3: {
       if (u !== 0)
        break;
       m.zero_data = r.bool();
       m.input_data_type = "zero_data";
       continue;
      }
     case 4: {
       if (u !== 0)
        break;
       m.random_data = r.bool();
       m.input_data_type = "random_data";
       continue;
      }
     case 5: {
       if (u !== 2)
        break;
       m.input_data_file = r.stringVerify();
       m.input_data_type = "input_data_file";
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   Input.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelWarmup.Input)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelWarmup.Input: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.ModelWarmup.Input();
    if (d.data_type !== 0 && (typeof d.data_type !== "string" || $root.inference.DataType[d.data_type] !== 0)) {
     switch (d.data_type) {
     case "TYPE_INVALID":
     case 0:
      m.data_type = 0;
      break;
     case "TYPE_BOOL":
     case 1:
      m.data_type = 1;
      break;
     case "TYPE_UINT8":
     case 2:
      m.data_type = 2;
      break;
     case "TYPE_UINT16":
     case 3:
      m.data_type = 3;
      break;
     case "TYPE_UINT32":
     case 4:
      m.data_type = 4;
      break;
     case "TYPE_UINT64":
     case 5:
      m.data_type = 5;
      break;
     case "TYPE_INT8":
     case 6:
      m.data_type = 6;
      break;
     case "TYPE_INT16":
     case 7:
      m.data_type = 7;
      break;
     case "TYPE_INT32":
     case 8:
      m.data_type = 8;
      break;
     case "TYPE_INT64":
     case 9:
      m.data_type = 9;
      break;
     case "TYPE_FP16":
     case 10:
      m.data_type = 10;
      break;
     case "TYPE_FP32":
     case 11:
      m.data_type = 11;
      break;
     case "TYPE_FP64":
     case 12:
      m.data_type = 12;
      break;
     case "TYPE_STRING":
     case 13:
      m.data_type = 13;
      break;
     case "TYPE_BF16":
     case 14:
      m.data_type = 14;
      break;
     default:
      if (typeof d.data_type === "number" && (d.data_type | 0) === d.data_type)
       m.data_type = d.data_type;
     }
    }
    if (d.dims) {
     if (!$Array.isArray(d.dims))
      throw $TypeError(".inference.ModelWarmup.Input.dims: array expected");
     m.dims = $Array(d.dims.length);
     for (var i = 0; i < d.dims.length; ++i) {
      if ($util.Long)
       m.dims[i] = $util.Long.fromValue(d.dims[i], false);
      else if (typeof d.dims[i] === "string")
       m.dims[i] = $parseInt(d.dims[i], 10);
      else if (typeof d.dims[i] === "number")
       m.dims[i] = d.dims[i];
      else if (typeof d.dims[i] === "object")
       m.dims[i] = new $util.LongBits(d.dims[i].low >>> 0, d.dims[i].high >>> 0).toNumber();
     }
    }
    if (d.zero_data != null) {
     m.zero_data = $Boolean(d.zero_data);
    }
    if (d.random_data != null) {
     m.random_data = $Boolean(d.random_data);
    }
    if (d.input_data_file != null) {
     m.input_data_file = $String(d.input_data_file);
    }
    return m;
   };
   Input.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.arrays || o.defaults) {
     d.dims = [];
    }
    if (o.defaults) {
     d.data_type = o.enums === $String ? "TYPE_INVALID" : 0;
    }
    if (m.data_type != null && $Object.hasOwnProperty.call(m, "data_type")) {
     d.data_type = o.enums === $String ? $root.inference.DataType[m.data_type] === $undefined ? m.data_type : $root.inference.DataType[m.data_type] : m.data_type;
    }
    if (m.dims && m.dims.length) {
     d.dims = $Array(m.dims.length);
     for (var j = 0; j < m.dims.length; ++j) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.dims[j] = typeof m.dims[j] === "number" ? $BigInt(m.dims[j]) : $util.Long.fromBits(m.dims[j].low >>> 0, m.dims[j].high >>> 0, false).toBigInt();
      else if (typeof m.dims[j] === "number")
       d.dims[j] = o.longs === $String ? $String(m.dims[j]) : m.dims[j];
      else
       d.dims[j] = o.longs === $String ? $util.Long.prototype.toString.call(m.dims[j]) : o.longs === $Number ? new $util.LongBits(m.dims[j].low >>> 0, m.dims[j].high >>> 0).toNumber() : m.dims[j];
     }
    }
    if (m.zero_data != null && $Object.hasOwnProperty.call(m, "zero_data")) {
     d.zero_data = m.zero_data;
     if (o.oneofs)
      d.input_data_type = "zero_data";
    }
    if (m.random_data != null && $Object.hasOwnProperty.call(m, "random_data")) {
     d.random_data = m.random_data;
     if (o.oneofs)
      d.input_data_type = "random_data";
    }
    if (m.input_data_file != null && $Object.hasOwnProperty.call(m, "input_data_file")) {
     d.input_data_file = m.input_data_file;
     if (o.oneofs)
      d.input_data_type = "input_data_file";
    }
    return d;
   };
   Input.prototype.toJSON = function() {
    return Input.toObject(this, $protobuf.util.toJSONOptions);
   };
   return Input;
  })();
  return ModelWarmup;
 })();
 inference.ModelOperations = (function() {
  const ModelOperations = function (p) {
   this.op_library_filename = [];
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelOperations.prototype.op_library_filename = $util.emptyArray;
  ModelOperations.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.op_library_filename != null && m.op_library_filename.length) {
    for (var i = 0; i < m.op_library_filename.length; ++i)
     w.uint32(/* id 1, wireType 2 =*/10).string(m.op_library_filename[i]);
   }
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelOperations.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelOperations();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if (!(m.op_library_filename && m.op_library_filename.length))
       m.op_library_filename = [];
      m.op_library_filename.push(r.stringVerify());
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelOperations.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelOperations)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelOperations: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelOperations();
   if (d.op_library_filename) {
    if (!$Array.isArray(d.op_library_filename))
     throw $TypeError(".inference.ModelOperations.op_library_filename: array expected");
    m.op_library_filename = $Array(d.op_library_filename.length);
    for (var i = 0; i < d.op_library_filename.length; ++i) {
     m.op_library_filename[i] = $String(d.op_library_filename[i]);
    }
   }
   return m;
  };
  ModelOperations.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.arrays || o.defaults) {
    d.op_library_filename = [];
   }
   if (m.op_library_filename && m.op_library_filename.length) {
    d.op_library_filename = $Array(m.op_library_filename.length);
    for (var j = 0; j < m.op_library_filename.length; ++j) {
     d.op_library_filename[j] = m.op_library_filename[j];
    }
   }
   return d;
  };
  ModelOperations.prototype.toJSON = function() {
   return ModelOperations.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ModelOperations;
 })();
 inference.ModelTransactionPolicy = (function() {
  const ModelTransactionPolicy = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelTransactionPolicy.prototype.decoupled = false;
  ModelTransactionPolicy.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.decoupled != null && $Object.hasOwnProperty.call(m, "decoupled") && m.decoupled !== false)
    w.uint32(/* id 1, wireType 0 =*/8).bool(m.decoupled);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelTransactionPolicy.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelTransactionPolicy();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 0)
       break;
      if (v = r.bool())
       m.decoupled = v;
      else
       delete m.decoupled;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelTransactionPolicy.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelTransactionPolicy)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelTransactionPolicy: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelTransactionPolicy();
   if (d.decoupled != null) {
    if (d.decoupled) {
     m.decoupled = $Boolean(d.decoupled);
    }
   }
   return m;
  };
  ModelTransactionPolicy.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.decoupled = false;
   }
   if (m.decoupled != null && $Object.hasOwnProperty.call(m, "decoupled")) {
    d.decoupled = m.decoupled;
   }
   return d;
  };
  ModelTransactionPolicy.prototype.toJSON = function() {
   return ModelTransactionPolicy.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ModelTransactionPolicy;
 })();
 inference.ModelRepositoryAgents = (function() {
  const ModelRepositoryAgents = function (p) {
   this.agents = [];
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelRepositoryAgents.prototype.agents = $util.emptyArray;
  ModelRepositoryAgents.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.agents != null && m.agents.length) {
    for (var i = 0; i < m.agents.length; ++i)
     $root.inference.ModelRepositoryAgents.Agent.encode(m.agents[i], w.uint32(/* id 1, wireType 2 =*/10).fork(), q + 1).ldelim();
   }
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelRepositoryAgents.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelRepositoryAgents();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if (!(m.agents && m.agents.length))
       m.agents = [];
      m.agents.push($root.inference.ModelRepositoryAgents.Agent.decode(r, r.size(), $undefined, q + 1));
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelRepositoryAgents.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelRepositoryAgents)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelRepositoryAgents: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelRepositoryAgents();
   if (d.agents) {
    if (!$Array.isArray(d.agents))
     throw $TypeError(".inference.ModelRepositoryAgents.agents: array expected");
    m.agents = $Array(d.agents.length);
    for (var i = 0; i < d.agents.length; ++i) {
     if (!$util.isObject(d.agents[i]))
      throw $TypeError(".inference.ModelRepositoryAgents.agents: object expected");
     m.agents[i] = $root.inference.ModelRepositoryAgents.Agent.fromObject(d.agents[i], q + 1);
    }
   }
   return m;
  };
  ModelRepositoryAgents.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.arrays || o.defaults) {
    d.agents = [];
   }
   if (m.agents && m.agents.length) {
    d.agents = $Array(m.agents.length);
    for (var j = 0; j < m.agents.length; ++j) {
     d.agents[j] = $root.inference.ModelRepositoryAgents.Agent.toObject(m.agents[j], o, q + 1);
    }
   }
   return d;
  };
  ModelRepositoryAgents.prototype.toJSON = function() {
   return ModelRepositoryAgents.toObject(this, $protobuf.util.toJSONOptions);
  };
  ModelRepositoryAgents.Agent = (function() {
   const Agent = function (p) {
    this.parameters = {};
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   Agent.prototype.name = "";
   Agent.prototype.parameters = $util.emptyObject;
   Agent.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
     w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
    if (m.parameters != null && $Object.hasOwnProperty.call(m, "parameters")) {
     for (var ks = $Object.keys(m.parameters), i = 0; i < ks.length; ++i) {
      w.uint32(/* id 2, wireType 2 =*/18).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]).uint32(/* id 2, wireType 2 =*/18).string(m.parameters[ks[i]]).ldelim();
     }
    }
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   Agent.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, k, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelRepositoryAgents.Agent();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 2)
        break;
       if ((v = r.stringVerify()).length)
        m.name = v;
       else
        delete m.name;
       continue;
      }
     case 2: {
       if (u !== 2)
        break;
       if (m.parameters === $util.emptyObject)
        m.parameters = {};
       var c2 = r.size() + r.pos;
       if (c2 > r.len)
        throw $RangeError("index out of range");
       r.len = c2;
       k = "";
       v = "";
       while (r.pos < c2) {
        var t2 = r.tag();
        u = t2 & 7;
        switch (t2 >>>= 3) {
        case 1:
         if (u !== 2)
          break;
         k = r.stringVerify();
         continue;
        case 2:
         if (u !== 2)
          break;
         v = r.stringVerify();
         continue;
        }
        r.skipType(u, q, t2);
       }
       if (r.pos !== c2)
        throw $RangeError("index out of range");
       r.len = c;
       if (k === "__proto__")
        $util.makeProp(m.parameters, k);
       m.parameters[k] = v;
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   Agent.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelRepositoryAgents.Agent)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelRepositoryAgents.Agent: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.ModelRepositoryAgents.Agent();
    if (d.name != null) {
     if (typeof d.name !== "string" || d.name.length) {
      m.name = $String(d.name);
     }
    }
    if (d.parameters) {
     if (!$util.isObject(d.parameters))
      throw $TypeError(".inference.ModelRepositoryAgents.Agent.parameters: object expected");
     m.parameters = {};
     for (var ks = $Object.keys(d.parameters), i = 0; i < ks.length; ++i) {
      if (ks[i] === "__proto__")
       $util.makeProp(m.parameters, ks[i]);
      m.parameters[ks[i]] = $String(d.parameters[ks[i]]);
     }
    }
    return m;
   };
   Agent.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.objects || o.defaults) {
     d.parameters = {};
    }
    if (o.defaults) {
     d.name = "";
    }
    if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
     d.name = m.name;
    }
    var ks2;
    if (m.parameters && (ks2 = $Object.keys(m.parameters)).length) {
     d.parameters = {};
     for (var j = 0; j < ks2.length; ++j) {
      if (ks2[j] === "__proto__")
       $util.makeProp(d.parameters, ks2[j]);
      d.parameters[ks2[j]] = m.parameters[ks2[j]];
     }
    }
    return d;
   };
   Agent.prototype.toJSON = function() {
    return Agent.toObject(this, $protobuf.util.toJSONOptions);
   };
   return Agent;
  })();
  return ModelRepositoryAgents;
 })();
 inference.ModelResponseCache = (function() {
  const ModelResponseCache = function (p) {
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelResponseCache.prototype.enable = false;
  ModelResponseCache.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.enable != null && $Object.hasOwnProperty.call(m, "enable") && m.enable !== false)
    w.uint32(/* id 1, wireType 0 =*/8).bool(m.enable);
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelResponseCache.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelResponseCache();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 0)
       break;
      if (v = r.bool())
       m.enable = v;
      else
       delete m.enable;
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelResponseCache.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelResponseCache)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelResponseCache: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelResponseCache();
   if (d.enable != null) {
    if (d.enable) {
     m.enable = $Boolean(d.enable);
    }
   }
   return m;
  };
  ModelResponseCache.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.defaults) {
    d.enable = false;
   }
   if (m.enable != null && $Object.hasOwnProperty.call(m, "enable")) {
    d.enable = m.enable;
   }
   return d;
  };
  ModelResponseCache.prototype.toJSON = function() {
   return ModelResponseCache.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ModelResponseCache;
 })();
 inference.ModelMetrics = (function() {
  const ModelMetrics = function (p) {
   this.metric_control = [];
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelMetrics.prototype.metric_control = $util.emptyArray;
  ModelMetrics.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.metric_control != null && m.metric_control.length) {
    for (var i = 0; i < m.metric_control.length; ++i)
     $root.inference.ModelMetrics.MetricControl.encode(m.metric_control[i], w.uint32(/* id 1, wireType 2 =*/10).fork(), q + 1).ldelim();
   }
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelMetrics.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelMetrics();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if (!(m.metric_control && m.metric_control.length))
       m.metric_control = [];
      m.metric_control.push($root.inference.ModelMetrics.MetricControl.decode(r, r.size(), $undefined, q + 1));
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelMetrics.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelMetrics)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelMetrics: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelMetrics();
   if (d.metric_control) {
    if (!$Array.isArray(d.metric_control))
     throw $TypeError(".inference.ModelMetrics.metric_control: array expected");
    m.metric_control = $Array(d.metric_control.length);
    for (var i = 0; i < d.metric_control.length; ++i) {
     if (!$util.isObject(d.metric_control[i]))
      throw $TypeError(".inference.ModelMetrics.metric_control: object expected");
     m.metric_control[i] = $root.inference.ModelMetrics.MetricControl.fromObject(d.metric_control[i], q + 1);
    }
   }
   return m;
  };
  ModelMetrics.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.arrays || o.defaults) {
    d.metric_control = [];
   }
   if (m.metric_control && m.metric_control.length) {
    d.metric_control = $Array(m.metric_control.length);
    for (var j = 0; j < m.metric_control.length; ++j) {
     d.metric_control[j] = $root.inference.ModelMetrics.MetricControl.toObject(m.metric_control[j], o, q + 1);
    }
   }
   return d;
  };
  ModelMetrics.prototype.toJSON = function() {
   return ModelMetrics.toObject(this, $protobuf.util.toJSONOptions);
  };
  ModelMetrics.MetricControl = (function() {
   const MetricControl = function (p) {
    if (p)
     for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
      if (p[ks[i]] != null && ks[i] !== "__proto__")
       this[ks[i]] = p[ks[i]];
   };
   MetricControl.prototype.metric_identifier = null;
   MetricControl.prototype.histogram_options = null;
   // OneOf field names bound to virtual getters and setters
   let $oneOfFields;
   $Object.defineProperty(MetricControl.prototype, "metric_options", {
    get: $util.oneOfGetter($oneOfFields = ["histogram_options"]),
    set: $util.oneOfSetter($oneOfFields)
   });
   MetricControl.encode = function (m, w, q) {
    if (!w)
     w = $Writer.create();
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    if (m.metric_identifier != null && $Object.hasOwnProperty.call(m, "metric_identifier"))
     $root.inference.ModelMetrics.MetricControl.MetricIdentifier.encode(m.metric_identifier, w.uint32(/* id 1, wireType 2 =*/10).fork(), q + 1).ldelim();
    if (m.histogram_options != null && $Object.hasOwnProperty.call(m, "histogram_options"))
     $root.inference.ModelMetrics.MetricControl.HistogramOptions.encode(m.histogram_options, w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim();
    if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
     for (var i = 0; i < m.$unknowns.length; ++i)
      w.raw(m.$unknowns[i]);
    return w;
   };
   MetricControl.decode = function (r, l, z, q, g) {
    if (!(r instanceof $Reader))
     r = $Reader.create(r);
    if (q === $undefined)
     q = 0;
    if (q > $Reader.recursionLimit)
     throw $Error("max depth exceeded");
    var c, m, v;
    if (l === $undefined)
     c = r.len;
    else {
     c = r.pos + l;
     if (c > r.len)
      throw $RangeError("index out of range");
     l = r.len;
     r.len = c;
    }
    m = g || new $root.inference.ModelMetrics.MetricControl();
    while (r.pos < c) {
     var s = r.pos;
     var t = r.tag();
     if (t === z) {
      z = $undefined;
      break;
     }
     var u = t & 7;
     switch (t >>>= 3) {
     case 1: {
       if (u !== 2)
        break;
       m.metric_identifier = $root.inference.ModelMetrics.MetricControl.MetricIdentifier.decode(r, r.size(), $undefined, q + 1, m.metric_identifier);
       continue;
      }
     case 2: {
       if (u !== 2)
        break;
       m.histogram_options = $root.inference.ModelMetrics.MetricControl.HistogramOptions.decode(r, r.size(), $undefined, q + 1, m.histogram_options);
       m.metric_options = "histogram_options";
       continue;
      }
     }
     r.skipType(u, q, t);
     if (!r.discardUnknown) {
      $util.makeProp(m, "$unknowns", false);
      (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
     }
    }
    if (l !== $undefined) {
     if (r.pos !== c)
      throw $RangeError("index out of range");
     r.len = l;
    }
    if (z !== $undefined)
     throw $Error("missing end group");
    return m;
   };
   MetricControl.fromObject = function (d, q) {
    if (d instanceof $root.inference.ModelMetrics.MetricControl)
     return d;
    if (!$util.isObject(d))
     throw $TypeError(".inference.ModelMetrics.MetricControl: object expected");
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var m = new $root.inference.ModelMetrics.MetricControl();
    if (d.metric_identifier != null) {
     if (!$util.isObject(d.metric_identifier))
      throw $TypeError(".inference.ModelMetrics.MetricControl.metric_identifier: object expected");
     m.metric_identifier = $root.inference.ModelMetrics.MetricControl.MetricIdentifier.fromObject(d.metric_identifier, q + 1);
    }
    if (d.histogram_options != null) {
     if (!$util.isObject(d.histogram_options))
      throw $TypeError(".inference.ModelMetrics.MetricControl.histogram_options: object expected");
     m.histogram_options = $root.inference.ModelMetrics.MetricControl.HistogramOptions.fromObject(d.histogram_options, q + 1);
    }
    return m;
   };
   MetricControl.toObject = function (m, o, q) {
    if (!o)
     o = {};
    if (q === $undefined)
     q = 0;
    if (q > $util.recursionLimit)
     throw $Error("max depth exceeded");
    var d = {};
    if (o.defaults) {
     d.metric_identifier = null;
    }
    if (m.metric_identifier != null && $Object.hasOwnProperty.call(m, "metric_identifier")) {
     d.metric_identifier = $root.inference.ModelMetrics.MetricControl.MetricIdentifier.toObject(m.metric_identifier, o, q + 1);
    }
    if (m.histogram_options != null && $Object.hasOwnProperty.call(m, "histogram_options")) {
     d.histogram_options = $root.inference.ModelMetrics.MetricControl.HistogramOptions.toObject(m.histogram_options, o, q + 1);
     if (o.oneofs)
      d.metric_options = "histogram_options";
    }
    return d;
   };
   MetricControl.prototype.toJSON = function() {
    return MetricControl.toObject(this, $protobuf.util.toJSONOptions);
   };
   MetricControl.MetricIdentifier = (function() {
    const MetricIdentifier = function (p) {
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    MetricIdentifier.prototype.family = "";
    MetricIdentifier.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.family != null && $Object.hasOwnProperty.call(m, "family") && m.family !== "")
      w.uint32(/* id 1, wireType 2 =*/10).string(m.family);
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    MetricIdentifier.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m, v;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.inference.ModelMetrics.MetricControl.MetricIdentifier();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.family = v;
        else
         delete m.family;
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    MetricIdentifier.fromObject = function (d, q) {
     if (d instanceof $root.inference.ModelMetrics.MetricControl.MetricIdentifier)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".inference.ModelMetrics.MetricControl.MetricIdentifier: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.inference.ModelMetrics.MetricControl.MetricIdentifier();
     if (d.family != null) {
      if (typeof d.family !== "string" || d.family.length) {
       m.family = $String(d.family);
      }
     }
     return m;
    };
    MetricIdentifier.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.defaults) {
      d.family = "";
     }
     if (m.family != null && $Object.hasOwnProperty.call(m, "family")) {
      d.family = m.family;
     }
     return d;
    };
    MetricIdentifier.prototype.toJSON = function() {
     return MetricIdentifier.toObject(this, $protobuf.util.toJSONOptions);
    };
    return MetricIdentifier;
   })();
   MetricControl.HistogramOptions = (function() {
    const HistogramOptions = function (p) {
     this.buckets = [];
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    HistogramOptions.prototype.buckets = $util.emptyArray;
    HistogramOptions.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.buckets != null && m.buckets.length) {
      w.uint32(/* id 1, wireType 2 =*/10).doubles(m.buckets);
     }
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    HistogramOptions.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.inference.ModelMetrics.MetricControl.HistogramOptions();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u === 2) {
         if (!(m.buckets && m.buckets.length))
          m.buckets = [];
         r.doubles(m.buckets);
         continue;
        }
        if (u !== 1)
         break;
        if (!(m.buckets && m.buckets.length))
         m.buckets = [];
        m.buckets.push(r.double());
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    HistogramOptions.fromObject = function (d, q) {
     if (d instanceof $root.inference.ModelMetrics.MetricControl.HistogramOptions)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".inference.ModelMetrics.MetricControl.HistogramOptions: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.inference.ModelMetrics.MetricControl.HistogramOptions();
     if (d.buckets) {
      if (!$Array.isArray(d.buckets))
       throw $TypeError(".inference.ModelMetrics.MetricControl.HistogramOptions.buckets: array expected");
      m.buckets = $Array(d.buckets.length);
      for (var i = 0; i < d.buckets.length; ++i) {
       m.buckets[i] = $Number(d.buckets[i]);
      }
     }
     return m;
    };
    HistogramOptions.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.arrays || o.defaults) {
      d.buckets = [];
     }
     if (m.buckets && m.buckets.length) {
      d.buckets = $Array(m.buckets.length);
      for (var j = 0; j < m.buckets.length; ++j) {
       d.buckets[j] = o.json && !$isFinite(m.buckets[j]) ? $String(m.buckets[j]) : m.buckets[j];
      }
     }
     return d;
    };
    HistogramOptions.prototype.toJSON = function() {
     return HistogramOptions.toObject(this, $protobuf.util.toJSONOptions);
    };
    return HistogramOptions;
   })();
   return MetricControl;
  })();
  return ModelMetrics;
 })();
 inference.ModelConfig = (function() {
  const ModelConfig = function (p) {
   this.input = [];
   this.output = [];
   this.batch_input = [];
   this.batch_output = [];
   this.instance_group = [];
   this.cc_model_filenames = {};
   this.metric_tags = {};
   this.parameters = {};
   this.model_warmup = [];
   if (p)
    for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
     if (p[ks[i]] != null && ks[i] !== "__proto__")
      this[ks[i]] = p[ks[i]];
  };
  ModelConfig.prototype.name = "";
  ModelConfig.prototype.platform = "";
  ModelConfig.prototype.backend = "";
  ModelConfig.prototype.runtime = "";
  ModelConfig.prototype.version_policy = null;
  ModelConfig.prototype.max_batch_size = 0;
  ModelConfig.prototype.input = $util.emptyArray;
  ModelConfig.prototype.output = $util.emptyArray;
  ModelConfig.prototype.batch_input = $util.emptyArray;
  ModelConfig.prototype.batch_output = $util.emptyArray;
  ModelConfig.prototype.optimization = null;
  ModelConfig.prototype.dynamic_batching = null;
  ModelConfig.prototype.sequence_batching = null;
  ModelConfig.prototype.ensemble_scheduling = null;
  ModelConfig.prototype.instance_group = $util.emptyArray;
  ModelConfig.prototype.default_model_filename = "";
  ModelConfig.prototype.cc_model_filenames = $util.emptyObject;
  ModelConfig.prototype.metric_tags = $util.emptyObject;
  ModelConfig.prototype.parameters = $util.emptyObject;
  ModelConfig.prototype.model_warmup = $util.emptyArray;
  ModelConfig.prototype.model_operations = null;
  ModelConfig.prototype.model_transaction_policy = null;
  ModelConfig.prototype.model_repository_agents = null;
  ModelConfig.prototype.response_cache = null;
  ModelConfig.prototype.model_metrics = null;
  // OneOf field names bound to virtual getters and setters
  let $oneOfFields;
  $Object.defineProperty(ModelConfig.prototype, "scheduling_choice", {
   get: $util.oneOfGetter($oneOfFields = ["dynamic_batching", "sequence_batching", "ensemble_scheduling"]),
   set: $util.oneOfSetter($oneOfFields)
  });
  ModelConfig.encode = function (m, w, q) {
   if (!w)
    w = $Writer.create();
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
    w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
   if (m.platform != null && $Object.hasOwnProperty.call(m, "platform") && m.platform !== "")
    w.uint32(/* id 2, wireType 2 =*/18).string(m.platform);
   if (m.version_policy != null && $Object.hasOwnProperty.call(m, "version_policy"))
    $root.inference.ModelVersionPolicy.encode(m.version_policy, w.uint32(/* id 3, wireType 2 =*/26).fork(), q + 1).ldelim();
   if (m.max_batch_size != null && $Object.hasOwnProperty.call(m, "max_batch_size") && m.max_batch_size !== 0)
    w.uint32(/* id 4, wireType 0 =*/32).int32(m.max_batch_size);
   if (m.input != null && m.input.length) {
    for (var i = 0; i < m.input.length; ++i)
     $root.inference.ModelInput.encode(m.input[i], w.uint32(/* id 5, wireType 2 =*/42).fork(), q + 1).ldelim();
   }
   if (m.output != null && m.output.length) {
    for (var i = 0; i < m.output.length; ++i)
     $root.inference.ModelOutput.encode(m.output[i], w.uint32(/* id 6, wireType 2 =*/50).fork(), q + 1).ldelim();
   }
   if (m.instance_group != null && m.instance_group.length) {
    for (var i = 0; i < m.instance_group.length; ++i)
     $root.inference.ModelInstanceGroup.encode(m.instance_group[i], w.uint32(/* id 7, wireType 2 =*/58).fork(), q + 1).ldelim();
   }
   if (m.default_model_filename != null && $Object.hasOwnProperty.call(m, "default_model_filename") && m.default_model_filename !== "")
    w.uint32(/* id 8, wireType 2 =*/66).string(m.default_model_filename);
   if (m.cc_model_filenames != null && $Object.hasOwnProperty.call(m, "cc_model_filenames")) {
    for (var ks = $Object.keys(m.cc_model_filenames), i = 0; i < ks.length; ++i) {
     w.uint32(/* id 9, wireType 2 =*/74).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]).uint32(/* id 2, wireType 2 =*/18).string(m.cc_model_filenames[ks[i]]).ldelim();
    }
   }
   if (m.metric_tags != null && $Object.hasOwnProperty.call(m, "metric_tags")) {
    for (var ks = $Object.keys(m.metric_tags), i = 0; i < ks.length; ++i) {
     w.uint32(/* id 10, wireType 2 =*/82).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]).uint32(/* id 2, wireType 2 =*/18).string(m.metric_tags[ks[i]]).ldelim();
    }
   }
   if (m.dynamic_batching != null && $Object.hasOwnProperty.call(m, "dynamic_batching"))
    $root.inference.ModelDynamicBatching.encode(m.dynamic_batching, w.uint32(/* id 11, wireType 2 =*/90).fork(), q + 1).ldelim();
   if (m.optimization != null && $Object.hasOwnProperty.call(m, "optimization"))
    $root.inference.ModelOptimizationPolicy.encode(m.optimization, w.uint32(/* id 12, wireType 2 =*/98).fork(), q + 1).ldelim();
   if (m.sequence_batching != null && $Object.hasOwnProperty.call(m, "sequence_batching"))
    $root.inference.ModelSequenceBatching.encode(m.sequence_batching, w.uint32(/* id 13, wireType 2 =*/106).fork(), q + 1).ldelim();
   if (m.parameters != null && $Object.hasOwnProperty.call(m, "parameters")) {
    for (var ks = $Object.keys(m.parameters), i = 0; i < ks.length; ++i) {
     w.uint32(/* id 14, wireType 2 =*/114).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]);
     $root.inference.ModelParameter.encode(m.parameters[ks[i]], w.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
    }
   }
   if (m.ensemble_scheduling != null && $Object.hasOwnProperty.call(m, "ensemble_scheduling"))
    $root.inference.ModelEnsembling.encode(m.ensemble_scheduling, w.uint32(/* id 15, wireType 2 =*/122).fork(), q + 1).ldelim();
   if (m.model_warmup != null && m.model_warmup.length) {
    for (var i = 0; i < m.model_warmup.length; ++i)
     $root.inference.ModelWarmup.encode(m.model_warmup[i], w.uint32(/* id 16, wireType 2 =*/130).fork(), q + 1).ldelim();
   }
   if (m.backend != null && $Object.hasOwnProperty.call(m, "backend") && m.backend !== "")
    w.uint32(/* id 17, wireType 2 =*/138).string(m.backend);
   if (m.model_operations != null && $Object.hasOwnProperty.call(m, "model_operations"))
    $root.inference.ModelOperations.encode(m.model_operations, w.uint32(/* id 18, wireType 2 =*/146).fork(), q + 1).ldelim();
   if (m.model_transaction_policy != null && $Object.hasOwnProperty.call(m, "model_transaction_policy"))
    $root.inference.ModelTransactionPolicy.encode(m.model_transaction_policy, w.uint32(/* id 19, wireType 2 =*/154).fork(), q + 1).ldelim();
   if (m.batch_input != null && m.batch_input.length) {
    for (var i = 0; i < m.batch_input.length; ++i)
     $root.inference.BatchInput.encode(m.batch_input[i], w.uint32(/* id 20, wireType 2 =*/162).fork(), q + 1).ldelim();
   }
   if (m.batch_output != null && m.batch_output.length) {
    for (var i = 0; i < m.batch_output.length; ++i)
     $root.inference.BatchOutput.encode(m.batch_output[i], w.uint32(/* id 21, wireType 2 =*/170).fork(), q + 1).ldelim();
   }
   if (m.model_repository_agents != null && $Object.hasOwnProperty.call(m, "model_repository_agents"))
    $root.inference.ModelRepositoryAgents.encode(m.model_repository_agents, w.uint32(/* id 23, wireType 2 =*/186).fork(), q + 1).ldelim();
   if (m.response_cache != null && $Object.hasOwnProperty.call(m, "response_cache"))
    $root.inference.ModelResponseCache.encode(m.response_cache, w.uint32(/* id 24, wireType 2 =*/194).fork(), q + 1).ldelim();
   if (m.runtime != null && $Object.hasOwnProperty.call(m, "runtime") && m.runtime !== "")
    w.uint32(/* id 25, wireType 2 =*/202).string(m.runtime);
   if (m.model_metrics != null && $Object.hasOwnProperty.call(m, "model_metrics"))
    $root.inference.ModelMetrics.encode(m.model_metrics, w.uint32(/* id 26, wireType 2 =*/210).fork(), q + 1).ldelim();
   if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
    for (var i = 0; i < m.$unknowns.length; ++i)
     w.raw(m.$unknowns[i]);
   return w;
  };
  ModelConfig.decode = function (r, l, z, q, g) {
   if (!(r instanceof $Reader))
    r = $Reader.create(r);
   if (q === $undefined)
    q = 0;
   if (q > $Reader.recursionLimit)
    throw $Error("max depth exceeded");
   var c, m, k, v;
   if (l === $undefined)
    c = r.len;
   else {
    c = r.pos + l;
    if (c > r.len)
     throw $RangeError("index out of range");
    l = r.len;
    r.len = c;
   }
   m = g || new $root.inference.ModelConfig();
   while (r.pos < c) {
    var s = r.pos;
    var t = r.tag();
    if (t === z) {
     z = $undefined;
     break;
    }
    var u = t & 7;
    switch (t >>>= 3) {
    case 1: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.name = v;
      else
       delete m.name;
      continue;
     }
    case 2: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.platform = v;
      else
       delete m.platform;
      continue;
     }
    case 17: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.backend = v;
      else
       delete m.backend;
      continue;
     }
    case 25: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.runtime = v;
      else
       delete m.runtime;
      continue;
     }
    case 3: {
      if (u !== 2)
       break;
      m.version_policy = $root.inference.ModelVersionPolicy.decode(r, r.size(), $undefined, q + 1, m.version_policy);
      continue;
     }
    case 4: {
      if (u !== 0)
       break;
      if (v = r.int32())
       m.max_batch_size = v;
      else
       delete m.max_batch_size;
      continue;
     }
    case 5: {
      if (u !== 2)
       break;
      if (!(m.input && m.input.length))
       m.input = [];
      m.input.push($root.inference.ModelInput.decode(r, r.size(), $undefined, q + 1));
      continue;
     }
    case 6: {
      if (u !== 2)
       break;
      if (!(m.output && m.output.length))
       m.output = [];
      m.output.push($root.inference.ModelOutput.decode(r, r.size(), $undefined, q + 1));
      continue;
     }
    case 20: {
      if (u !== 2)
       break;
      if (!(m.batch_input && m.batch_input.length))
       m.batch_input = [];
      m.batch_input.push($root.inference.BatchInput.decode(r, r.size(), $undefined, q + 1));
      continue;
     }
    case 21: {
      if (u !== 2)
       break;
      if (!(m.batch_output && m.batch_output.length))
       m.batch_output = [];
      m.batch_output.push($root.inference.BatchOutput.decode(r, r.size(), $undefined, q + 1));
      continue;
     }
    case 12: {
      if (u !== 2)
       break;
      m.optimization = $root.inference.ModelOptimizationPolicy.decode(r, r.size(), $undefined, q + 1, m.optimization);
      continue;
     }
    case 11: {
      if (u !== 2)
       break;
      m.dynamic_batching = $root.inference.ModelDynamicBatching.decode(r, r.size(), $undefined, q + 1, m.dynamic_batching);
      m.scheduling_choice = "dynamic_batching";
      continue;
     }
    case 13: {
      if (u !== 2)
       break;
      m.sequence_batching = $root.inference.ModelSequenceBatching.decode(r, r.size(), $undefined, q + 1, m.sequence_batching);
      m.scheduling_choice = "sequence_batching";
      continue;
     }
    case 15: {
      if (u !== 2)
       break;
      m.ensemble_scheduling = $root.inference.ModelEnsembling.decode(r, r.size(), $undefined, q + 1, m.ensemble_scheduling);
      m.scheduling_choice = "ensemble_scheduling";
      continue;
     }
    case 7: {
      if (u !== 2)
       break;
      if (!(m.instance_group && m.instance_group.length))
       m.instance_group = [];
      m.instance_group.push($root.inference.ModelInstanceGroup.decode(r, r.size(), $undefined, q + 1));
      continue;
     }
    case 8: {
      if (u !== 2)
       break;
      if ((v = r.stringVerify()).length)
       m.default_model_filename = v;
      else
       delete m.default_model_filename;
      continue;
     }
    case 9: {
      if (u !== 2)
       break;
      if (m.cc_model_filenames === $util.emptyObject)
       m.cc_model_filenames = {};
      var c2 = r.size() + r.pos;
      if (c2 > r.len)
       throw $RangeError("index out of range");
      r.len = c2;
      k = "";
      v = "";
      while (r.pos < c2) {
       var t2 = r.tag();
       u = t2 & 7;
       switch (t2 >>>= 3) {
       case 1:
        if (u !== 2)
         break;
        k = r.stringVerify();
        continue;
       case 2:
        if (u !== 2)
         break;
        v = r.stringVerify();
        continue;
       }
       r.skipType(u, q, t2);
      }
      if (r.pos !== c2)
       throw $RangeError("index out of range");
      r.len = c;
      if (k === "__proto__")
       $util.makeProp(m.cc_model_filenames, k);
      m.cc_model_filenames[k] = v;
      continue;
     }
    case 10: {
      if (u !== 2)
       break;
      if (m.metric_tags === $util.emptyObject)
       m.metric_tags = {};
      var c2 = r.size() + r.pos;
      if (c2 > r.len)
       throw $RangeError("index out of range");
      r.len = c2;
      k = "";
      v = "";
      while (r.pos < c2) {
       var t2 = r.tag();
       u = t2 & 7;
       switch (t2 >>>= 3) {
       case 1:
        if (u !== 2)
         break;
        k = r.stringVerify();
        continue;
       case 2:
        if (u !== 2)
         break;
        v = r.stringVerify();
        continue;
       }
       r.skipType(u, q, t2);
      }
      if (r.pos !== c2)
       throw $RangeError("index out of range");
      r.len = c;
      if (k === "__proto__")
       $util.makeProp(m.metric_tags, k);
      m.metric_tags[k] = v;
      continue;
     }
    case 14: {
      if (u !== 2)
       break;
      if (m.parameters === $util.emptyObject)
       m.parameters = {};
      var c2 = r.size() + r.pos;
      if (c2 > r.len)
       throw $RangeError("index out of range");
      r.len = c2;
      k = "";
      v = null;
      while (r.pos < c2) {
       var t2 = r.tag();
       u = t2 & 7;
       switch (t2 >>>= 3) {
       case 1:
        if (u !== 2)
         break;
        k = r.stringVerify();
        continue;
       case 2:
        if (u !== 2)
         break;
        v = $root.inference.ModelParameter.decode(r, r.size(), $undefined, q + 1, v);
        continue;
       }
       r.skipType(u, q, t2);
      }
      if (r.pos !== c2)
       throw $RangeError("index out of range");
      r.len = c;
      if (k === "__proto__")
       $util.makeProp(m.parameters, k);
      m.parameters[k] = v || new $root.inference.ModelParameter();
      continue;
     }
    case 16: {
      if (u !== 2)
       break;
      if (!(m.model_warmup && m.model_warmup.length))
       m.model_warmup = [];
      m.model_warmup.push($root.inference.ModelWarmup.decode(r, r.size(), $undefined, q + 1));
      continue;
     }
    case 18: {
      if (u !== 2)
       break;
      m.model_operations = $root.inference.ModelOperations.decode(r, r.size(), $undefined, q + 1, m.model_operations);
      continue;
     }
    case 19: {
      if (u !== 2)
       break;
      m.model_transaction_policy = $root.inference.ModelTransactionPolicy.decode(r, r.size(), $undefined, q + 1, m.model_transaction_policy);
      continue;
     }
    case 23: {
      if (u !== 2)
       break;
      m.model_repository_agents = $root.inference.ModelRepositoryAgents.decode(r, r.size(), $undefined, q + 1, m.model_repository_agents);
      continue;
     }
    case 24: {
      if (u !== 2)
       break;
      m.response_cache = $root.inference.ModelResponseCache.decode(r, r.size(), $undefined, q + 1, m.response_cache);
      continue;
     }
    case 26: {
      if (u !== 2)
       break;
      m.model_metrics = $root.inference.ModelMetrics.decode(r, r.size(), $undefined, q + 1, m.model_metrics);
      continue;
     }
    }
    r.skipType(u, q, t);
    if (!r.discardUnknown) {
     $util.makeProp(m, "$unknowns", false);
     (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
    }
   }
   if (l !== $undefined) {
    if (r.pos !== c)
     throw $RangeError("index out of range");
    r.len = l;
   }
   if (z !== $undefined)
    throw $Error("missing end group");
   return m;
  };
  ModelConfig.fromObject = function (d, q) {
   if (d instanceof $root.inference.ModelConfig)
    return d;
   if (!$util.isObject(d))
    throw $TypeError(".inference.ModelConfig: object expected");
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var m = new $root.inference.ModelConfig();
   if (d.name != null) {
    if (typeof d.name !== "string" || d.name.length) {
     m.name = $String(d.name);
    }
   }
   if (d.platform != null) {
    if (typeof d.platform !== "string" || d.platform.length) {
     m.platform = $String(d.platform);
    }
   }
   if (d.backend != null) {
    if (typeof d.backend !== "string" || d.backend.length) {
     m.backend = $String(d.backend);
    }
   }
   if (d.runtime != null) {
    if (typeof d.runtime !== "string" || d.runtime.length) {
     m.runtime = $String(d.runtime);
    }
   }
   if (d.version_policy != null) {
    if (!$util.isObject(d.version_policy))
     throw $TypeError(".inference.ModelConfig.version_policy: object expected");
    m.version_policy = $root.inference.ModelVersionPolicy.fromObject(d.version_policy, q + 1);
   }
   if (d.max_batch_size != null) {
    if ($Number(d.max_batch_size) !== 0) {
     m.max_batch_size = d.max_batch_size | 0;
    }
   }
   if (d.input) {
    if (!$Array.isArray(d.input))
     throw $TypeError(".inference.ModelConfig.input: array expected");
    m.input = $Array(d.input.length);
    for (var i = 0; i < d.input.length; ++i) {
     if (!$util.isObject(d.input[i]))
      throw $TypeError(".inference.ModelConfig.input: object expected");
     m.input[i] = $root.inference.ModelInput.fromObject(d.input[i], q + 1);
    }
   }
   if (d.output) {
    if (!$Array.isArray(d.output))
     throw $TypeError(".inference.ModelConfig.output: array expected");
    m.output = $Array(d.output.length);
    for (var i = 0; i < d.output.length; ++i) {
     if (!$util.isObject(d.output[i]))
      throw $TypeError(".inference.ModelConfig.output: object expected");
     m.output[i] = $root.inference.ModelOutput.fromObject(d.output[i], q + 1);
    }
   }
   if (d.batch_input) {
    if (!$Array.isArray(d.batch_input))
     throw $TypeError(".inference.ModelConfig.batch_input: array expected");
    m.batch_input = $Array(d.batch_input.length);
    for (var i = 0; i < d.batch_input.length; ++i) {
     if (!$util.isObject(d.batch_input[i]))
      throw $TypeError(".inference.ModelConfig.batch_input: object expected");
     m.batch_input[i] = $root.inference.BatchInput.fromObject(d.batch_input[i], q + 1);
    }
   }
   if (d.batch_output) {
    if (!$Array.isArray(d.batch_output))
     throw $TypeError(".inference.ModelConfig.batch_output: array expected");
    m.batch_output = $Array(d.batch_output.length);
    for (var i = 0; i < d.batch_output.length; ++i) {
     if (!$util.isObject(d.batch_output[i]))
      throw $TypeError(".inference.ModelConfig.batch_output: object expected");
     m.batch_output[i] = $root.inference.BatchOutput.fromObject(d.batch_output[i], q + 1);
    }
   }
   if (d.optimization != null) {
    if (!$util.isObject(d.optimization))
     throw $TypeError(".inference.ModelConfig.optimization: object expected");
    m.optimization = $root.inference.ModelOptimizationPolicy.fromObject(d.optimization, q + 1);
   }
   if (d.dynamic_batching != null) {
    if (!$util.isObject(d.dynamic_batching))
     throw $TypeError(".inference.ModelConfig.dynamic_batching: object expected");
    m.dynamic_batching = $root.inference.ModelDynamicBatching.fromObject(d.dynamic_batching, q + 1);
   }
   if (d.sequence_batching != null) {
    if (!$util.isObject(d.sequence_batching))
     throw $TypeError(".inference.ModelConfig.sequence_batching: object expected");
    m.sequence_batching = $root.inference.ModelSequenceBatching.fromObject(d.sequence_batching, q + 1);
   }
   if (d.ensemble_scheduling != null) {
    if (!$util.isObject(d.ensemble_scheduling))
     throw $TypeError(".inference.ModelConfig.ensemble_scheduling: object expected");
    m.ensemble_scheduling = $root.inference.ModelEnsembling.fromObject(d.ensemble_scheduling, q + 1);
   }
   if (d.instance_group) {
    if (!$Array.isArray(d.instance_group))
     throw $TypeError(".inference.ModelConfig.instance_group: array expected");
    m.instance_group = $Array(d.instance_group.length);
    for (var i = 0; i < d.instance_group.length; ++i) {
     if (!$util.isObject(d.instance_group[i]))
      throw $TypeError(".inference.ModelConfig.instance_group: object expected");
     m.instance_group[i] = $root.inference.ModelInstanceGroup.fromObject(d.instance_group[i], q + 1);
    }
   }
   if (d.default_model_filename != null) {
    if (typeof d.default_model_filename !== "string" || d.default_model_filename.length) {
     m.default_model_filename = $String(d.default_model_filename);
    }
   }
   if (d.cc_model_filenames) {
    if (!$util.isObject(d.cc_model_filenames))
     throw $TypeError(".inference.ModelConfig.cc_model_filenames: object expected");
    m.cc_model_filenames = {};
    for (var ks = $Object.keys(d.cc_model_filenames), i = 0; i < ks.length; ++i) {
     if (ks[i] === "__proto__")
      $util.makeProp(m.cc_model_filenames, ks[i]);
     m.cc_model_filenames[ks[i]] = $String(d.cc_model_filenames[ks[i]]);
    }
   }
   if (d.metric_tags) {
    if (!$util.isObject(d.metric_tags))
     throw $TypeError(".inference.ModelConfig.metric_tags: object expected");
    m.metric_tags = {};
    for (var ks = $Object.keys(d.metric_tags), i = 0; i < ks.length; ++i) {
     if (ks[i] === "__proto__")
      $util.makeProp(m.metric_tags, ks[i]);
     m.metric_tags[ks[i]] = $String(d.metric_tags[ks[i]]);
    }
   }
   if (d.parameters) {
    if (!$util.isObject(d.parameters))
     throw $TypeError(".inference.ModelConfig.parameters: object expected");
    m.parameters = {};
    for (var ks = $Object.keys(d.parameters), i = 0; i < ks.length; ++i) {
     if (ks[i] === "__proto__")
      $util.makeProp(m.parameters, ks[i]);
     if (!$util.isObject(d.parameters[ks[i]]))
      throw $TypeError(".inference.ModelConfig.parameters: object expected");
     m.parameters[ks[i]] = $root.inference.ModelParameter.fromObject(d.parameters[ks[i]], q + 1);
    }
   }
   if (d.model_warmup) {
    if (!$Array.isArray(d.model_warmup))
     throw $TypeError(".inference.ModelConfig.model_warmup: array expected");
    m.model_warmup = $Array(d.model_warmup.length);
    for (var i = 0; i < d.model_warmup.length; ++i) {
     if (!$util.isObject(d.model_warmup[i]))
      throw $TypeError(".inference.ModelConfig.model_warmup: object expected");
     m.model_warmup[i] = $root.inference.ModelWarmup.fromObject(d.model_warmup[i], q + 1);
    }
   }
   if (d.model_operations != null) {
    if (!$util.isObject(d.model_operations))
     throw $TypeError(".inference.ModelConfig.model_operations: object expected");
    m.model_operations = $root.inference.ModelOperations.fromObject(d.model_operations, q + 1);
   }
   if (d.model_transaction_policy != null) {
    if (!$util.isObject(d.model_transaction_policy))
     throw $TypeError(".inference.ModelConfig.model_transaction_policy: object expected");
    m.model_transaction_policy = $root.inference.ModelTransactionPolicy.fromObject(d.model_transaction_policy, q + 1);
   }
   if (d.model_repository_agents != null) {
    if (!$util.isObject(d.model_repository_agents))
     throw $TypeError(".inference.ModelConfig.model_repository_agents: object expected");
    m.model_repository_agents = $root.inference.ModelRepositoryAgents.fromObject(d.model_repository_agents, q + 1);
   }
   if (d.response_cache != null) {
    if (!$util.isObject(d.response_cache))
     throw $TypeError(".inference.ModelConfig.response_cache: object expected");
    m.response_cache = $root.inference.ModelResponseCache.fromObject(d.response_cache, q + 1);
   }
   if (d.model_metrics != null) {
    if (!$util.isObject(d.model_metrics))
     throw $TypeError(".inference.ModelConfig.model_metrics: object expected");
    m.model_metrics = $root.inference.ModelMetrics.fromObject(d.model_metrics, q + 1);
   }
   return m;
  };
  ModelConfig.toObject = function (m, o, q) {
   if (!o)
    o = {};
   if (q === $undefined)
    q = 0;
   if (q > $util.recursionLimit)
    throw $Error("max depth exceeded");
   var d = {};
   if (o.arrays || o.defaults) {
    d.input = [];
    d.output = [];
    d.instance_group = [];
    d.model_warmup = [];
    d.batch_input = [];
    d.batch_output = [];
   }
   if (o.objects || o.defaults) {
    d.cc_model_filenames = {};
    d.metric_tags = {};
    d.parameters = {};
   }
   if (o.defaults) {
    d.name = "";
    d.platform = "";
    d.version_policy = null;
    d.max_batch_size = 0;
    d.default_model_filename = "";
    d.optimization = null;
    d.backend = "";
    d.model_operations = null;
    d.model_transaction_policy = null;
    d.model_repository_agents = null;
    d.response_cache = null;
    d.runtime = "";
    d.model_metrics = null;
   }
   if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
    d.name = m.name;
   }
   if (m.platform != null && $Object.hasOwnProperty.call(m, "platform")) {
    d.platform = m.platform;
   }
   if (m.version_policy != null && $Object.hasOwnProperty.call(m, "version_policy")) {
    d.version_policy = $root.inference.ModelVersionPolicy.toObject(m.version_policy, o, q + 1);
   }
   if (m.max_batch_size != null && $Object.hasOwnProperty.call(m, "max_batch_size")) {
    d.max_batch_size = m.max_batch_size;
   }
   if (m.input && m.input.length) {
    d.input = $Array(m.input.length);
    for (var j = 0; j < m.input.length; ++j) {
     d.input[j] = $root.inference.ModelInput.toObject(m.input[j], o, q + 1);
    }
   }
   if (m.output && m.output.length) {
    d.output = $Array(m.output.length);
    for (var j = 0; j < m.output.length; ++j) {
     d.output[j] = $root.inference.ModelOutput.toObject(m.output[j], o, q + 1);
    }
   }
   if (m.instance_group && m.instance_group.length) {
    d.instance_group = $Array(m.instance_group.length);
    for (var j = 0; j < m.instance_group.length; ++j) {
     d.instance_group[j] = $root.inference.ModelInstanceGroup.toObject(m.instance_group[j], o, q + 1);
    }
   }
   if (m.default_model_filename != null && $Object.hasOwnProperty.call(m, "default_model_filename")) {
    d.default_model_filename = m.default_model_filename;
   }
   var ks2;
   if (m.cc_model_filenames && (ks2 = $Object.keys(m.cc_model_filenames)).length) {
    d.cc_model_filenames = {};
    for (var j = 0; j < ks2.length; ++j) {
     if (ks2[j] === "__proto__")
      $util.makeProp(d.cc_model_filenames, ks2[j]);
     d.cc_model_filenames[ks2[j]] = m.cc_model_filenames[ks2[j]];
    }
   }
   if (m.metric_tags && (ks2 = $Object.keys(m.metric_tags)).length) {
    d.metric_tags = {};
    for (var j = 0; j < ks2.length; ++j) {
     if (ks2[j] === "__proto__")
      $util.makeProp(d.metric_tags, ks2[j]);
     d.metric_tags[ks2[j]] = m.metric_tags[ks2[j]];
    }
   }
   if (m.dynamic_batching != null && $Object.hasOwnProperty.call(m, "dynamic_batching")) {
    d.dynamic_batching = $root.inference.ModelDynamicBatching.toObject(m.dynamic_batching, o, q + 1);
    if (o.oneofs)
     d.scheduling_choice = "dynamic_batching";
   }
   if (m.optimization != null && $Object.hasOwnProperty.call(m, "optimization")) {
    d.optimization = $root.inference.ModelOptimizationPolicy.toObject(m.optimization, o, q + 1);
   }
   if (m.sequence_batching != null && $Object.hasOwnProperty.call(m, "sequence_batching")) {
    d.sequence_batching = $root.inference.ModelSequenceBatching.toObject(m.sequence_batching, o, q + 1);
    if (o.oneofs)
     d.scheduling_choice = "sequence_batching";
   }
   if (m.parameters && (ks2 = $Object.keys(m.parameters)).length) {
    d.parameters = {};
    for (var j = 0; j < ks2.length; ++j) {
     if (ks2[j] === "__proto__")
      $util.makeProp(d.parameters, ks2[j]);
     d.parameters[ks2[j]] = $root.inference.ModelParameter.toObject(m.parameters[ks2[j]], o, q + 1);
    }
   }
   if (m.ensemble_scheduling != null && $Object.hasOwnProperty.call(m, "ensemble_scheduling")) {
    d.ensemble_scheduling = $root.inference.ModelEnsembling.toObject(m.ensemble_scheduling, o, q + 1);
    if (o.oneofs)
     d.scheduling_choice = "ensemble_scheduling";
   }
   if (m.model_warmup && m.model_warmup.length) {
    d.model_warmup = $Array(m.model_warmup.length);
    for (var j = 0; j < m.model_warmup.length; ++j) {
     d.model_warmup[j] = $root.inference.ModelWarmup.toObject(m.model_warmup[j], o, q + 1);
    }
   }
   if (m.backend != null && $Object.hasOwnProperty.call(m, "backend")) {
    d.backend = m.backend;
   }
   if (m.model_operations != null && $Object.hasOwnProperty.call(m, "model_operations")) {
    d.model_operations = $root.inference.ModelOperations.toObject(m.model_operations, o, q + 1);
   }
   if (m.model_transaction_policy != null && $Object.hasOwnProperty.call(m, "model_transaction_policy")) {
    d.model_transaction_policy = $root.inference.ModelTransactionPolicy.toObject(m.model_transaction_policy, o, q + 1);
   }
   if (m.batch_input && m.batch_input.length) {
    d.batch_input = $Array(m.batch_input.length);
    for (var j = 0; j < m.batch_input.length; ++j) {
     d.batch_input[j] = $root.inference.BatchInput.toObject(m.batch_input[j], o, q + 1);
    }
   }
   if (m.batch_output && m.batch_output.length) {
    d.batch_output = $Array(m.batch_output.length);
    for (var j = 0; j < m.batch_output.length; ++j) {
     d.batch_output[j] = $root.inference.BatchOutput.toObject(m.batch_output[j], o, q + 1);
    }
   }
   if (m.model_repository_agents != null && $Object.hasOwnProperty.call(m, "model_repository_agents")) {
    d.model_repository_agents = $root.inference.ModelRepositoryAgents.toObject(m.model_repository_agents, o, q + 1);
   }
   if (m.response_cache != null && $Object.hasOwnProperty.call(m, "response_cache")) {
    d.response_cache = $root.inference.ModelResponseCache.toObject(m.response_cache, o, q + 1);
   }
   if (m.runtime != null && $Object.hasOwnProperty.call(m, "runtime")) {
    d.runtime = m.runtime;
   }
   if (m.model_metrics != null && $Object.hasOwnProperty.call(m, "model_metrics")) {
    d.model_metrics = $root.inference.ModelMetrics.toObject(m.model_metrics, o, q + 1);
   }
   return d;
  };
  ModelConfig.prototype.toJSON = function() {
   return ModelConfig.toObject(this, $protobuf.util.toJSONOptions);
  };
  return ModelConfig;
 })();
 inference.DataType = (function() {
  const valuesById = $Object.create(null), values = $Object.create(valuesById);
  values[valuesById[0] = "TYPE_INVALID"] = 0;
  values[valuesById[1] = "TYPE_BOOL"] = 1;
  values[valuesById[2] = "TYPE_UINT8"] = 2;
  values[valuesById[3] = "TYPE_UINT16"] = 3;
  values[valuesById[4] = "TYPE_UINT32"] = 4;
  values[valuesById[5] = "TYPE_UINT64"] = 5;
  values[valuesById[6] = "TYPE_INT8"] = 6;
  values[valuesById[7] = "TYPE_INT16"] = 7;
  values[valuesById[8] = "TYPE_INT32"] = 8;
  values[valuesById[9] = "TYPE_INT64"] = 9;
  values[valuesById[10] = "TYPE_FP16"] = 10;
  values[valuesById[11] = "TYPE_FP32"] = 11;
  values[valuesById[12] = "TYPE_FP64"] = 12;
  values[valuesById[13] = "TYPE_STRING"] = 13;
  values[valuesById[14] = "TYPE_BF16"] = 14;
  return values;
 })();
 return inference;
})();
export const grpc = $root.grpc = (() => {
 const grpc = {};
 grpc.health = (function() {
  const health = {};
  health.v1 = (function() {
   const v1 = {};
   v1.HealthCheckRequest = (function() {
    const HealthCheckRequest = function (p) {
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    HealthCheckRequest.prototype.service = "";
    HealthCheckRequest.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.service != null && $Object.hasOwnProperty.call(m, "service") && m.service !== "")
      w.uint32(/* id 1, wireType 2 =*/10).string(m.service);
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    HealthCheckRequest.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m, v;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.grpc.health.v1.HealthCheckRequest();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.service = v;
        else
         delete m.service;
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    HealthCheckRequest.fromObject = function (d, q) {
     if (d instanceof $root.grpc.health.v1.HealthCheckRequest)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".grpc.health.v1.HealthCheckRequest: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.grpc.health.v1.HealthCheckRequest();
     if (d.service != null) {
      if (typeof d.service !== "string" || d.service.length) {
       m.service = $String(d.service);
      }
     }
     return m;
    };
    HealthCheckRequest.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.defaults) {
      d.service = "";
     }
     if (m.service != null && $Object.hasOwnProperty.call(m, "service")) {
      d.service = m.service;
     }
     return d;
    };
    HealthCheckRequest.prototype.toJSON = function() {
     return HealthCheckRequest.toObject(this, $protobuf.util.toJSONOptions);
    };
    return HealthCheckRequest;
   })();
   v1.HealthCheckResponse = (function() {
    const HealthCheckResponse = function (p) {
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    HealthCheckResponse.prototype.status = 0;
    HealthCheckResponse.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.status != null && $Object.hasOwnProperty.call(m, "status") && m.status !== 0)
      w.uint32(/* id 1, wireType 0 =*/8).int32(m.status);
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    HealthCheckResponse.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m, v;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.grpc.health.v1.HealthCheckResponse();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 0)
         break;
        if (v = r.int32())
         m.status = v;
        else
         delete m.status;
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    HealthCheckResponse.fromObject = function (d, q) {
     if (d instanceof $root.grpc.health.v1.HealthCheckResponse)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".grpc.health.v1.HealthCheckResponse: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.grpc.health.v1.HealthCheckResponse();
     if (d.status !== 0 && (typeof d.status !== "string" || $root.grpc.health.v1.HealthCheckResponse.ServingStatus[d.status] !== 0)) {
      switch (d.status) {
      case "UNKNOWN":
      case 0:
       m.status = 0;
       break;
      case "SERVING":
      case 1:
       m.status = 1;
       break;
      case "NOT_SERVING":
      case 2:
       m.status = 2;
       break;
      case "SERVICE_UNKNOWN":
      case 3:
       m.status = 3;
       break;
      default:
       if (typeof d.status === "number" && (d.status | 0) === d.status)
        m.status = d.status;
      }
     }
     return m;
    };
    HealthCheckResponse.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.defaults) {
      d.status = o.enums === $String ? "UNKNOWN" : 0;
     }
     if (m.status != null && $Object.hasOwnProperty.call(m, "status")) {
      d.status = o.enums === $String ? $root.grpc.health.v1.HealthCheckResponse.ServingStatus[m.status] === $undefined ? m.status : $root.grpc.health.v1.HealthCheckResponse.ServingStatus[m.status] : m.status;
     }
     return d;
    };
    HealthCheckResponse.prototype.toJSON = function() {
     return HealthCheckResponse.toObject(this, $protobuf.util.toJSONOptions);
    };
    HealthCheckResponse.ServingStatus = (function() {
     const valuesById = $Object.create(null), values = $Object.create(valuesById);
     values[valuesById[0] = "UNKNOWN"] = 0;
     values[valuesById[1] = "SERVING"] = 1;
     values[valuesById[2] = "NOT_SERVING"] = 2;
     values[valuesById[3] = "SERVICE_UNKNOWN"] = 3;
     return values;
    })();
    return HealthCheckResponse;
   })();
   return v1;
  })();
  return health;
 })();
 return grpc;
})();
export const batchdeck = $root.batchdeck = (() => {
 const batchdeck = {};
 batchdeck.telemetry = (function() {
  const telemetry = {};
  telemetry.v1 = (function() {
   const v1 = {};
   v1.SnapshotRequest = (function() {
    const SnapshotRequest = function (p) {
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    SnapshotRequest.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    SnapshotRequest.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.batchdeck.telemetry.v1.SnapshotRequest();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      r.skipType(t & 7, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    SnapshotRequest.fromObject = function (d, q) {
     if (d instanceof $root.batchdeck.telemetry.v1.SnapshotRequest)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".batchdeck.telemetry.v1.SnapshotRequest: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     return new $root.batchdeck.telemetry.v1.SnapshotRequest();
    };
    SnapshotRequest.toObject = function () {
     return {};
    };
    SnapshotRequest.prototype.toJSON = function() {
     return SnapshotRequest.toObject(this, $protobuf.util.toJSONOptions);
    };
    return SnapshotRequest;
   })();
   v1.SnapshotResponse = (function() {
    const SnapshotResponse = function (p) {
     this.models = [];
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    SnapshotResponse.prototype.engine_id = "";
    SnapshotResponse.prototype.uptime_ns = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    SnapshotResponse.prototype.models = $util.emptyArray;
    SnapshotResponse.prototype.cache = null;
    SnapshotResponse.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.engine_id != null && $Object.hasOwnProperty.call(m, "engine_id") && m.engine_id !== "")
      w.uint32(/* id 1, wireType 2 =*/10).string(m.engine_id);
     if (m.uptime_ns != null && $Object.hasOwnProperty.call(m, "uptime_ns") && (typeof m.uptime_ns === "object" ? m.uptime_ns.low || m.uptime_ns.high : m.uptime_ns !== 0))
      w.uint32(/* id 2, wireType 0 =*/16).uint64(m.uptime_ns);
     if (m.models != null && m.models.length) {
      for (var i = 0; i < m.models.length; ++i)
       $root.batchdeck.telemetry.v1.ModelTelemetry.encode(m.models[i], w.uint32(/* id 3, wireType 2 =*/26).fork(), q + 1).ldelim();
     }
     if (m.cache != null && $Object.hasOwnProperty.call(m, "cache"))
      $root.batchdeck.telemetry.v1.CacheTelemetry.encode(m.cache, w.uint32(/* id 4, wireType 2 =*/34).fork(), q + 1).ldelim();
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    SnapshotResponse.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m, v;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.batchdeck.telemetry.v1.SnapshotResponse();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.engine_id = v;
        else
         delete m.engine_id;
        continue;
       }
      case 2: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.uptime_ns = v;
        else
         delete m.uptime_ns;
        continue;
       }
      case 3: {
        if (u !== 2)
         break;
        if (!(m.models && m.models.length))
         m.models = [];
        m.models.push($root.batchdeck.telemetry.v1.ModelTelemetry.decode(r, r.size(), $undefined, q + 1));
        continue;
       }
      case 4: {
        if (u !== 2)
         break;
        m.cache = $root.batchdeck.telemetry.v1.CacheTelemetry.decode(r, r.size(), $undefined, q + 1, m.cache);
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    SnapshotResponse.fromObject = function (d, q) {
     if (d instanceof $root.batchdeck.telemetry.v1.SnapshotResponse)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".batchdeck.telemetry.v1.SnapshotResponse: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.batchdeck.telemetry.v1.SnapshotResponse();
     if (d.engine_id != null) {
      if (typeof d.engine_id !== "string" || d.engine_id.length) {
       m.engine_id = $String(d.engine_id);
      }
     }
     if (d.uptime_ns != null) {
      if (typeof d.uptime_ns === "object" ? d.uptime_ns.low || d.uptime_ns.high : $Number(d.uptime_ns) !== 0) {
       if ($util.Long)
        m.uptime_ns = $util.Long.fromValue(d.uptime_ns, true);
       else if (typeof d.uptime_ns === "string")
        m.uptime_ns = $parseInt(d.uptime_ns, 10);
       else if (typeof d.uptime_ns === "number")
        m.uptime_ns = d.uptime_ns;
       else if (typeof d.uptime_ns === "object")
        m.uptime_ns = new $util.LongBits(d.uptime_ns.low >>> 0, d.uptime_ns.high >>> 0).toNumber(true);
      }
     }
     if (d.models) {
      if (!$Array.isArray(d.models))
       throw $TypeError(".batchdeck.telemetry.v1.SnapshotResponse.models: array expected");
      m.models = $Array(d.models.length);
      for (var i = 0; i < d.models.length; ++i) {
       if (!$util.isObject(d.models[i]))
        throw $TypeError(".batchdeck.telemetry.v1.SnapshotResponse.models: object expected");
       m.models[i] = $root.batchdeck.telemetry.v1.ModelTelemetry.fromObject(d.models[i], q + 1);
      }
     }
     if (d.cache != null) {
      if (!$util.isObject(d.cache))
       throw $TypeError(".batchdeck.telemetry.v1.SnapshotResponse.cache: object expected");
      m.cache = $root.batchdeck.telemetry.v1.CacheTelemetry.fromObject(d.cache, q + 1);
     }
     return m;
    };
    SnapshotResponse.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.arrays || o.defaults) {
      d.models = [];
     }
     if (o.defaults) {
      d.engine_id = "";
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.uptime_ns = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.uptime_ns = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      d.cache = null;
     }
     if (m.engine_id != null && $Object.hasOwnProperty.call(m, "engine_id")) {
      d.engine_id = m.engine_id;
     }
     if (m.uptime_ns != null && $Object.hasOwnProperty.call(m, "uptime_ns")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.uptime_ns = typeof m.uptime_ns === "number" ? $BigInt(m.uptime_ns) : $util.Long.fromBits(m.uptime_ns.low >>> 0, m.uptime_ns.high >>> 0, true).toBigInt();
      else if (typeof m.uptime_ns === "number")
       d.uptime_ns = o.longs === $String ? $String(m.uptime_ns) : m.uptime_ns;
      else
       d.uptime_ns = o.longs === $String ? $util.Long.prototype.toString.call(m.uptime_ns) : o.longs === $Number ? new $util.LongBits(m.uptime_ns.low >>> 0, m.uptime_ns.high >>> 0).toNumber(true) : m.uptime_ns;
     }
     if (m.models && m.models.length) {
      d.models = $Array(m.models.length);
      for (var j = 0; j < m.models.length; ++j) {
       d.models[j] = $root.batchdeck.telemetry.v1.ModelTelemetry.toObject(m.models[j], o, q + 1);
      }
     }
     if (m.cache != null && $Object.hasOwnProperty.call(m, "cache")) {
      d.cache = $root.batchdeck.telemetry.v1.CacheTelemetry.toObject(m.cache, o, q + 1);
     }
     return d;
    };
    SnapshotResponse.prototype.toJSON = function() {
     return SnapshotResponse.toObject(this, $protobuf.util.toJSONOptions);
    };
    return SnapshotResponse;
   })();
   v1.ModelTelemetry = (function() {
    const ModelTelemetry = function (p) {
     this.instances = [];
     this.failures = {};
     this.metric_tags = {};
     this.queue_depths = [];
     this.cache_clients = [];
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    ModelTelemetry.prototype.name = "";
    ModelTelemetry.prototype.version = "";
    ModelTelemetry.prototype.load_id = "";
    ModelTelemetry.prototype.queued = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    ModelTelemetry.prototype.executing = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    ModelTelemetry.prototype.instances = $util.emptyArray;
    ModelTelemetry.prototype.failures = $util.emptyObject;
    ModelTelemetry.prototype.load_seconds = 0;
    ModelTelemetry.prototype.latency = null;
    ModelTelemetry.prototype.metric_tags = $util.emptyObject;
    ModelTelemetry.prototype.cached = false;
    ModelTelemetry.prototype.handed_over = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    ModelTelemetry.prototype.queue_depths = $util.emptyArray;
    ModelTelemetry.prototype.refused = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    ModelTelemetry.prototype.cache_ledger = null;
    ModelTelemetry.prototype.cache_clients = $util.emptyArray;
    ModelTelemetry.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
      w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
     if (m.version != null && $Object.hasOwnProperty.call(m, "version") && m.version !== "")
      w.uint32(/* id 2, wireType 2 =*/18).string(m.version);
     if (m.load_id != null && $Object.hasOwnProperty.call(m, "load_id") && m.load_id !== "")
      w.uint32(/* id 3, wireType 2 =*/26).string(m.load_id);
     if (m.queued != null && $Object.hasOwnProperty.call(m, "queued") && (typeof m.queued === "object" ? m.queued.low || m.queued.high : m.queued !== 0))
      w.uint32(/* id 4, wireType 0 =*/32).uint64(m.queued);
     if (m.executing != null && $Object.hasOwnProperty.call(m, "executing") && (typeof m.executing === "object" ? m.executing.low || m.executing.high : m.executing !== 0))
      w.uint32(/* id 5, wireType 0 =*/40).uint64(m.executing);
     if (m.instances != null && m.instances.length) {
      for (var i = 0; i < m.instances.length; ++i)
       $root.batchdeck.telemetry.v1.InstanceTelemetry.encode(m.instances[i], w.uint32(/* id 6, wireType 2 =*/50).fork(), q + 1).ldelim();
     }
     if (m.failures != null && $Object.hasOwnProperty.call(m, "failures")) {
      for (var ks = $Object.keys(m.failures), i = 0; i < ks.length; ++i) {
       w.uint32(/* id 7, wireType 2 =*/58).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]).uint32(/* id 2, wireType 0 =*/16).uint64(m.failures[ks[i]]).ldelim();
      }
     }
     if (m.load_seconds != null && $Object.hasOwnProperty.call(m, "load_seconds") && !$Object.is(m.load_seconds, 0))
      w.uint32(/* id 8, wireType 1 =*/65).double(m.load_seconds);
     if (m.latency != null && $Object.hasOwnProperty.call(m, "latency"))
      $root.batchdeck.telemetry.v1.LatencyHistogram.encode(m.latency, w.uint32(/* id 9, wireType 2 =*/74).fork(), q + 1).ldelim();
     if (m.metric_tags != null && $Object.hasOwnProperty.call(m, "metric_tags")) {
      for (var ks = $Object.keys(m.metric_tags), i = 0; i < ks.length; ++i) {
       w.uint32(/* id 10, wireType 2 =*/82).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]).uint32(/* id 2, wireType 2 =*/18).string(m.metric_tags[ks[i]]).ldelim();
      }
     }
     if (m.cached != null && $Object.hasOwnProperty.call(m, "cached") && m.cached !== false)
      w.uint32(/* id 11, wireType 0 =*/88).bool(m.cached);
     if (m.handed_over != null && $Object.hasOwnProperty.call(m, "handed_over") && (typeof m.handed_over === "object" ? m.handed_over.low || m.handed_over.high : m.handed_over !== 0))
      w.uint32(/* id 12, wireType 0 =*/96).uint64(m.handed_over);
     if (m.queue_depths != null && m.queue_depths.length) {
      for (var i = 0; i < m.queue_depths.length; ++i)
       $root.batchdeck.telemetry.v1.QueueDepth.encode(m.queue_depths[i], w.uint32(/* id 13, wireType 2 =*/106).fork(), q + 1).ldelim();
     }
     if (m.refused != null && $Object.hasOwnProperty.call(m, "refused") && (typeof m.refused === "object" ? m.refused.low || m.refused.high : m.refused !== 0))
      w.uint32(/* id 14, wireType 0 =*/112).uint64(m.refused);
     if (m.cache_ledger != null && $Object.hasOwnProperty.call(m, "cache_ledger"))
      $root.batchdeck.telemetry.v1.CacheLedger.encode(m.cache_ledger, w.uint32(/* id 15, wireType 2 =*/122).fork(), q + 1).ldelim();
     if (m.cache_clients != null && m.cache_clients.length) {
      for (var i = 0; i < m.cache_clients.length; ++i)
       $root.batchdeck.telemetry.v1.CacheClient.encode(m.cache_clients[i], w.uint32(/* id 16, wireType 2 =*/130).fork(), q + 1).ldelim();
     }
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    ModelTelemetry.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m, k, v;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.batchdeck.telemetry.v1.ModelTelemetry();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.name = v;
        else
         delete m.name;
        continue;
       }
      case 2: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.version = v;
        else
         delete m.version;
        continue;
       }
      case 3: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.load_id = v;
        else
         delete m.load_id;
        continue;
       }
      case 4: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.queued = v;
        else
         delete m.queued;
        continue;
       }
      case 5: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.executing = v;
        else
         delete m.executing;
        continue;
       }
      case 6: {
        if (u !== 2)
         break;
        if (!(m.instances && m.instances.length))
         m.instances = [];
        m.instances.push($root.batchdeck.telemetry.v1.InstanceTelemetry.decode(r, r.size(), $undefined, q + 1));
        continue;
       }
      case 7: {
        if (u !== 2)
         break;
        if (m.failures === $util.emptyObject)
         m.failures = {};
        var c2 = r.size() + r.pos;
        if (c2 > r.len)
         throw $RangeError("index out of range");
        r.len = c2;
        k = "";
        v = $util.Long ? $util.Long.fromNumber(0, true) : 0;
        while (r.pos < c2) {
         var t2 = r.tag();
         u = t2 & 7;
         switch (t2 >>>= 3) {
         case 1:
          if (u !== 2)
           break;
          k = r.stringVerify();
          continue;
         case 2:
          if (u !== 0)
           break;
          v = r.uint64();
          continue;
         }
         r.skipType(u, q, t2);
        }
        if (r.pos !== c2)
         throw $RangeError("index out of range");
        r.len = c;
        if (k === "__proto__")
         $util.makeProp(m.failures, k);
        m.failures[k] = v;
        continue;
       }
      case 8: {
        if (u !== 1)
         break;
        if (!$Object.is(v = r.double(), 0))
         m.load_seconds = v;
        else
         delete m.load_seconds;
        continue;
       }
      case 9: {
        if (u !== 2)
         break;
        m.latency = $root.batchdeck.telemetry.v1.LatencyHistogram.decode(r, r.size(), $undefined, q + 1, m.latency);
        continue;
       }
      case 10: {
        if (u !== 2)
         break;
        if (m.metric_tags === $util.emptyObject)
         m.metric_tags = {};
        var c2 = r.size() + r.pos;
        if (c2 > r.len)
         throw $RangeError("index out of range");
        r.len = c2;
        k = "";
        v = "";
        while (r.pos < c2) {
         var t2 = r.tag();
         u = t2 & 7;
         switch (t2 >>>= 3) {
         case 1:
          if (u !== 2)
           break;
          k = r.stringVerify();
          continue;
         case 2:
          if (u !== 2)
           break;
          v = r.stringVerify();
          continue;
         }
         r.skipType(u, q, t2);
        }
        if (r.pos !== c2)
         throw $RangeError("index out of range");
        r.len = c;
        if (k === "__proto__")
         $util.makeProp(m.metric_tags, k);
        m.metric_tags[k] = v;
        continue;
       }
      case 11: {
        if (u !== 0)
         break;
        if (v = r.bool())
         m.cached = v;
        else
         delete m.cached;
        continue;
       }
      case 12: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.handed_over = v;
        else
         delete m.handed_over;
        continue;
       }
      case 13: {
        if (u !== 2)
         break;
        if (!(m.queue_depths && m.queue_depths.length))
         m.queue_depths = [];
        m.queue_depths.push($root.batchdeck.telemetry.v1.QueueDepth.decode(r, r.size(), $undefined, q + 1));
        continue;
       }
      case 14: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.refused = v;
        else
         delete m.refused;
        continue;
       }
      case 15: {
        if (u !== 2)
         break;
        m.cache_ledger = $root.batchdeck.telemetry.v1.CacheLedger.decode(r, r.size(), $undefined, q + 1, m.cache_ledger);
        continue;
       }
      case 16: {
        if (u !== 2)
         break;
        if (!(m.cache_clients && m.cache_clients.length))
         m.cache_clients = [];
        m.cache_clients.push($root.batchdeck.telemetry.v1.CacheClient.decode(r, r.size(), $undefined, q + 1));
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    ModelTelemetry.fromObject = function (d, q) {
     if (d instanceof $root.batchdeck.telemetry.v1.ModelTelemetry)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".batchdeck.telemetry.v1.ModelTelemetry: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.batchdeck.telemetry.v1.ModelTelemetry();
     if (d.name != null) {
      if (typeof d.name !== "string" || d.name.length) {
       m.name = $String(d.name);
      }
     }
     if (d.version != null) {
      if (typeof d.version !== "string" || d.version.length) {
       m.version = $String(d.version);
      }
     }
     if (d.load_id != null) {
      if (typeof d.load_id !== "string" || d.load_id.length) {
       m.load_id = $String(d.load_id);
      }
     }
     if (d.queued != null) {
      if (typeof d.queued === "object" ? d.queued.low || d.queued.high : $Number(d.queued) !== 0) {
       if ($util.Long)
        m.queued = $util.Long.fromValue(d.queued, true);
       else if (typeof d.queued === "string")
        m.queued = $parseInt(d.queued, 10);
       else if (typeof d.queued === "number")
        m.queued = d.queued;
       else if (typeof d.queued === "object")
        m.queued = new $util.LongBits(d.queued.low >>> 0, d.queued.high >>> 0).toNumber(true);
      }
     }
     if (d.executing != null) {
      if (typeof d.executing === "object" ? d.executing.low || d.executing.high : $Number(d.executing) !== 0) {
       if ($util.Long)
        m.executing = $util.Long.fromValue(d.executing, true);
       else if (typeof d.executing === "string")
        m.executing = $parseInt(d.executing, 10);
       else if (typeof d.executing === "number")
        m.executing = d.executing;
       else if (typeof d.executing === "object")
        m.executing = new $util.LongBits(d.executing.low >>> 0, d.executing.high >>> 0).toNumber(true);
      }
     }
     if (d.instances) {
      if (!$Array.isArray(d.instances))
       throw $TypeError(".batchdeck.telemetry.v1.ModelTelemetry.instances: array expected");
      m.instances = $Array(d.instances.length);
      for (var i = 0; i < d.instances.length; ++i) {
       if (!$util.isObject(d.instances[i]))
        throw $TypeError(".batchdeck.telemetry.v1.ModelTelemetry.instances: object expected");
       m.instances[i] = $root.batchdeck.telemetry.v1.InstanceTelemetry.fromObject(d.instances[i], q + 1);
      }
     }
     if (d.failures) {
      if (!$util.isObject(d.failures))
       throw $TypeError(".batchdeck.telemetry.v1.ModelTelemetry.failures: object expected");
      m.failures = {};
      for (var ks = $Object.keys(d.failures), i = 0; i < ks.length; ++i) {
       if (ks[i] === "__proto__")
        $util.makeProp(m.failures, ks[i]);
       if ($util.Long)
        m.failures[ks[i]] = $util.Long.fromValue(d.failures[ks[i]], true);
       else if (typeof d.failures[ks[i]] === "string")
        m.failures[ks[i]] = $parseInt(d.failures[ks[i]], 10);
       else if (typeof d.failures[ks[i]] === "number")
        m.failures[ks[i]] = d.failures[ks[i]];
       else if (typeof d.failures[ks[i]] === "object")
        m.failures[ks[i]] = new $util.LongBits(d.failures[ks[i]].low >>> 0, d.failures[ks[i]].high >>> 0).toNumber(true);
      }
     }
     if (d.load_seconds != null) {
      if (!$Object.is($Number(d.load_seconds), 0)) {
       m.load_seconds = $Number(d.load_seconds);
      }
     }
     if (d.latency != null) {
      if (!$util.isObject(d.latency))
       throw $TypeError(".batchdeck.telemetry.v1.ModelTelemetry.latency: object expected");
      m.latency = $root.batchdeck.telemetry.v1.LatencyHistogram.fromObject(d.latency, q + 1);
     }
     if (d.metric_tags) {
      if (!$util.isObject(d.metric_tags))
       throw $TypeError(".batchdeck.telemetry.v1.ModelTelemetry.metric_tags: object expected");
      m.metric_tags = {};
      for (var ks = $Object.keys(d.metric_tags), i = 0; i < ks.length; ++i) {
       if (ks[i] === "__proto__")
        $util.makeProp(m.metric_tags, ks[i]);
       m.metric_tags[ks[i]] = $String(d.metric_tags[ks[i]]);
      }
     }
     if (d.cached != null) {
      if (d.cached) {
       m.cached = $Boolean(d.cached);
      }
     }
     if (d.handed_over != null) {
      if (typeof d.handed_over === "object" ? d.handed_over.low || d.handed_over.high : $Number(d.handed_over) !== 0) {
       if ($util.Long)
        m.handed_over = $util.Long.fromValue(d.handed_over, true);
       else if (typeof d.handed_over === "string")
        m.handed_over = $parseInt(d.handed_over, 10);
       else if (typeof d.handed_over === "number")
        m.handed_over = d.handed_over;
       else if (typeof d.handed_over === "object")
        m.handed_over = new $util.LongBits(d.handed_over.low >>> 0, d.handed_over.high >>> 0).toNumber(true);
      }
     }
     if (d.queue_depths) {
      if (!$Array.isArray(d.queue_depths))
       throw $TypeError(".batchdeck.telemetry.v1.ModelTelemetry.queue_depths: array expected");
      m.queue_depths = $Array(d.queue_depths.length);
      for (var i = 0; i < d.queue_depths.length; ++i) {
       if (!$util.isObject(d.queue_depths[i]))
        throw $TypeError(".batchdeck.telemetry.v1.ModelTelemetry.queue_depths: object expected");
       m.queue_depths[i] = $root.batchdeck.telemetry.v1.QueueDepth.fromObject(d.queue_depths[i], q + 1);
      }
     }
     if (d.refused != null) {
      if (typeof d.refused === "object" ? d.refused.low || d.refused.high : $Number(d.refused) !== 0) {
       if ($util.Long)
        m.refused = $util.Long.fromValue(d.refused, true);
       else if (typeof d.refused === "string")
        m.refused = $parseInt(d.refused, 10);
       else if (typeof d.refused === "number")
        m.refused = d.refused;
       else if (typeof d.refused === "object")
        m.refused = new $util.LongBits(d.refused.low >>> 0, d.refused.high >>> 0).toNumber(true);
      }
     }
     if (d.cache_ledger != null) {
      if (!$util.isObject(d.cache_ledger))
       throw $TypeError(".batchdeck.telemetry.v1.ModelTelemetry.cache_ledger: object expected");
      m.cache_ledger = $root.batchdeck.telemetry.v1.CacheLedger.fromObject(d.cache_ledger, q + 1);
     }
     if (d.cache_clients) {
      if (!$Array.isArray(d.cache_clients))
       throw $TypeError(".batchdeck.telemetry.v1.ModelTelemetry.cache_clients: array expected");
      m.cache_clients = $Array(d.cache_clients.length);
      for (var i = 0; i < d.cache_clients.length; ++i) {
       if (!$util.isObject(d.cache_clients[i]))
        throw $TypeError(".batchdeck.telemetry.v1.ModelTelemetry.cache_clients: object expected");
       m.cache_clients[i] = $root.batchdeck.telemetry.v1.CacheClient.fromObject(d.cache_clients[i], q + 1);
      }
     }
     return m;
    };
    ModelTelemetry.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.arrays || o.defaults) {
      d.instances = [];
      d.queue_depths = [];
      d.cache_clients = [];
     }
     if (o.objects || o.defaults) {
      d.failures = {};
      d.metric_tags = {};
     }
     if (o.defaults) {
      d.name = "";
      d.version = "";
      d.load_id = "";
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.queued = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.queued = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.executing = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.executing = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      d.load_seconds = 0;
      d.latency = null;
      d.cached = false;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.handed_over = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.handed_over = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.refused = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.refused = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      d.cache_ledger = null;
     }
     if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
      d.name = m.name;
     }
     if (m.version != null && $Object.hasOwnProperty.call(m, "version")) {
      d.version = m.version;
     }
     if (m.load_id != null && $Object.hasOwnProperty.call(m, "load_id")) {
      d.load_id = m.load_id;
     }
     if (m.queued != null && $Object.hasOwnProperty.call(m, "queued")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.queued = typeof m.queued === "number" ? $BigInt(m.queued) : $util.Long.fromBits(m.queued.low >>> 0, m.queued.high >>> 0, true).toBigInt();
      else if (typeof m.queued === "number")
       d.queued = o.longs === $String ? $String(m.queued) : m.queued;
      else
       d.queued = o.longs === $String ? $util.Long.prototype.toString.call(m.queued) : o.longs === $Number ? new $util.LongBits(m.queued.low >>> 0, m.queued.high >>> 0).toNumber(true) : m.queued;
     }
     if (m.executing != null && $Object.hasOwnProperty.call(m, "executing")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.executing = typeof m.executing === "number" ? $BigInt(m.executing) : $util.Long.fromBits(m.executing.low >>> 0, m.executing.high >>> 0, true).toBigInt();
      else if (typeof m.executing === "number")
       d.executing = o.longs === $String ? $String(m.executing) : m.executing;
      else
       d.executing = o.longs === $String ? $util.Long.prototype.toString.call(m.executing) : o.longs === $Number ? new $util.LongBits(m.executing.low >>> 0, m.executing.high >>> 0).toNumber(true) : m.executing;
     }
     if (m.instances && m.instances.length) {
      d.instances = $Array(m.instances.length);
      for (var j = 0; j < m.instances.length; ++j) {
       d.instances[j] = $root.batchdeck.telemetry.v1.InstanceTelemetry.toObject(m.instances[j], o, q + 1);
      }
     }
     var ks2;
     if (m.failures && (ks2 = $Object.keys(m.failures)).length) {
      d.failures = {};
      for (var j = 0; j < ks2.length; ++j) {
       if (ks2[j] === "__proto__")
        $util.makeProp(d.failures, ks2[j]);
       if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
        d.failures[ks2[j]] = typeof m.failures[ks2[j]] === "number" ? $BigInt(m.failures[ks2[j]]) : $util.Long.fromBits(m.failures[ks2[j]].low >>> 0, m.failures[ks2[j]].high >>> 0, true).toBigInt();
       else if (typeof m.failures[ks2[j]] === "number")
        d.failures[ks2[j]] = o.longs === $String ? $String(m.failures[ks2[j]]) : m.failures[ks2[j]];
       else
        d.failures[ks2[j]] = o.longs === $String ? $util.Long.prototype.toString.call(m.failures[ks2[j]]) : o.longs === $Number ? new $util.LongBits(m.failures[ks2[j]].low >>> 0, m.failures[ks2[j]].high >>> 0).toNumber(true) : m.failures[ks2[j]];
      }
     }
     if (m.load_seconds != null && $Object.hasOwnProperty.call(m, "load_seconds")) {
      d.load_seconds = o.json && !$isFinite(m.load_seconds) ? $String(m.load_seconds) : m.load_seconds;
     }
     if (m.latency != null && $Object.hasOwnProperty.call(m, "latency")) {
      d.latency = $root.batchdeck.telemetry.v1.LatencyHistogram.toObject(m.latency, o, q + 1);
     }
     if (m.metric_tags && (ks2 = $Object.keys(m.metric_tags)).length) {
      d.metric_tags = {};
      for (var j = 0; j < ks2.length; ++j) {
       if (ks2[j] === "__proto__")
        $util.makeProp(d.metric_tags, ks2[j]);
       d.metric_tags[ks2[j]] = m.metric_tags[ks2[j]];
      }
     }
     if (m.cached != null && $Object.hasOwnProperty.call(m, "cached")) {
      d.cached = m.cached;
     }
     if (m.handed_over != null && $Object.hasOwnProperty.call(m, "handed_over")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.handed_over = typeof m.handed_over === "number" ? $BigInt(m.handed_over) : $util.Long.fromBits(m.handed_over.low >>> 0, m.handed_over.high >>> 0, true).toBigInt();
      else if (typeof m.handed_over === "number")
       d.handed_over = o.longs === $String ? $String(m.handed_over) : m.handed_over;
      else
       d.handed_over = o.longs === $String ? $util.Long.prototype.toString.call(m.handed_over) : o.longs === $Number ? new $util.LongBits(m.handed_over.low >>> 0, m.handed_over.high >>> 0).toNumber(true) : m.handed_over;
     }
     if (m.queue_depths && m.queue_depths.length) {
      d.queue_depths = $Array(m.queue_depths.length);
      for (var j = 0; j < m.queue_depths.length; ++j) {
       d.queue_depths[j] = $root.batchdeck.telemetry.v1.QueueDepth.toObject(m.queue_depths[j], o, q + 1);
      }
     }
     if (m.refused != null && $Object.hasOwnProperty.call(m, "refused")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.refused = typeof m.refused === "number" ? $BigInt(m.refused) : $util.Long.fromBits(m.refused.low >>> 0, m.refused.high >>> 0, true).toBigInt();
      else if (typeof m.refused === "number")
       d.refused = o.longs === $String ? $String(m.refused) : m.refused;
      else
       d.refused = o.longs === $String ? $util.Long.prototype.toString.call(m.refused) : o.longs === $Number ? new $util.LongBits(m.refused.low >>> 0, m.refused.high >>> 0).toNumber(true) : m.refused;
     }
     if (m.cache_ledger != null && $Object.hasOwnProperty.call(m, "cache_ledger")) {
      d.cache_ledger = $root.batchdeck.telemetry.v1.CacheLedger.toObject(m.cache_ledger, o, q + 1);
     }
     if (m.cache_clients && m.cache_clients.length) {
      d.cache_clients = $Array(m.cache_clients.length);
      for (var j = 0; j < m.cache_clients.length; ++j) {
       d.cache_clients[j] = $root.batchdeck.telemetry.v1.CacheClient.toObject(m.cache_clients[j], o, q + 1);
      }
     }
     return d;
    };
    ModelTelemetry.prototype.toJSON = function() {
     return ModelTelemetry.toObject(this, $protobuf.util.toJSONOptions);
    };
    return ModelTelemetry;
   })();
   v1.QueueDepth = (function() {
    const QueueDepth = function (p) {
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    QueueDepth.prototype.level = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    QueueDepth.prototype.queued = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    QueueDepth.prototype.delayed = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    QueueDepth.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.level != null && $Object.hasOwnProperty.call(m, "level") && (typeof m.level === "object" ? m.level.low || m.level.high : m.level !== 0))
      w.uint32(/* id 1, wireType 0 =*/8).uint64(m.level);
     if (m.queued != null && $Object.hasOwnProperty.call(m, "queued") && (typeof m.queued === "object" ? m.queued.low || m.queued.high : m.queued !== 0))
      w.uint32(/* id 2, wireType 0 =*/16).uint64(m.queued);
     if (m.delayed != null && $Object.hasOwnProperty.call(m, "delayed") && (typeof m.delayed === "object" ? m.delayed.low || m.delayed.high : m.delayed !== 0))
      w.uint32(/* id 3, wireType 0 =*/24).uint64(m.delayed);
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    QueueDepth.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m, v;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.batchdeck.telemetry.v1.QueueDepth();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.level = v;
        else
         delete m.level;
        continue;
       }
      case 2: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.queued = v;
        else
         delete m.queued;
        continue;
       }
      case 3: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.delayed = v;
        else
         delete m.delayed;
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    QueueDepth.fromObject = function (d, q) {
     if (d instanceof $root.batchdeck.telemetry.v1.QueueDepth)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".batchdeck.telemetry.v1.QueueDepth: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.batchdeck.telemetry.v1.QueueDepth();
     if (d.level != null) {
      if (typeof d.level === "object" ? d.level.low || d.level.high : $Number(d.level) !== 0) {
       if ($util.Long)
        m.level = $util.Long.fromValue(d.level, true);
       else if (typeof d.level === "string")
        m.level = $parseInt(d.level, 10);
       else if (typeof d.level === "number")
        m.level = d.level;
       else if (typeof d.level === "object")
        m.level = new $util.LongBits(d.level.low >>> 0, d.level.high >>> 0).toNumber(true);
      }
     }
     if (d.queued != null) {
      if (typeof d.queued === "object" ? d.queued.low || d.queued.high : $Number(d.queued) !== 0) {
       if ($util.Long)
        m.queued = $util.Long.fromValue(d.queued, true);
       else if (typeof d.queued === "string")
        m.queued = $parseInt(d.queued, 10);
       else if (typeof d.queued === "number")
        m.queued = d.queued;
       else if (typeof d.queued === "object")
        m.queued = new $util.LongBits(d.queued.low >>> 0, d.queued.high >>> 0).toNumber(true);
      }
     }
     if (d.delayed != null) {
      if (typeof d.delayed === "object" ? d.delayed.low || d.delayed.high : $Number(d.delayed) !== 0) {
       if ($util.Long)
        m.delayed = $util.Long.fromValue(d.delayed, true);
       else if (typeof d.delayed === "string")
        m.delayed = $parseInt(d.delayed, 10);
       else if (typeof d.delayed === "number")
        m.delayed = d.delayed;
       else if (typeof d.delayed === "object")
        m.delayed = new $util.LongBits(d.delayed.low >>> 0, d.delayed.high >>> 0).toNumber(true);
      }
     }
     return m;
    };
    QueueDepth.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.defaults) {
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.level = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.level = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.queued = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.queued = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.delayed = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.delayed = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
     }
     if (m.level != null && $Object.hasOwnProperty.call(m, "level")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.level = typeof m.level === "number" ? $BigInt(m.level) : $util.Long.fromBits(m.level.low >>> 0, m.level.high >>> 0, true).toBigInt();
      else if (typeof m.level === "number")
       d.level = o.longs === $String ? $String(m.level) : m.level;
      else
       d.level = o.longs === $String ? $util.Long.prototype.toString.call(m.level) : o.longs === $Number ? new $util.LongBits(m.level.low >>> 0, m.level.high >>> 0).toNumber(true) : m.level;
     }
     if (m.queued != null && $Object.hasOwnProperty.call(m, "queued")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.queued = typeof m.queued === "number" ? $BigInt(m.queued) : $util.Long.fromBits(m.queued.low >>> 0, m.queued.high >>> 0, true).toBigInt();
      else if (typeof m.queued === "number")
       d.queued = o.longs === $String ? $String(m.queued) : m.queued;
      else
       d.queued = o.longs === $String ? $util.Long.prototype.toString.call(m.queued) : o.longs === $Number ? new $util.LongBits(m.queued.low >>> 0, m.queued.high >>> 0).toNumber(true) : m.queued;
     }
     if (m.delayed != null && $Object.hasOwnProperty.call(m, "delayed")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.delayed = typeof m.delayed === "number" ? $BigInt(m.delayed) : $util.Long.fromBits(m.delayed.low >>> 0, m.delayed.high >>> 0, true).toBigInt();
      else if (typeof m.delayed === "number")
       d.delayed = o.longs === $String ? $String(m.delayed) : m.delayed;
      else
       d.delayed = o.longs === $String ? $util.Long.prototype.toString.call(m.delayed) : o.longs === $Number ? new $util.LongBits(m.delayed.low >>> 0, m.delayed.high >>> 0).toNumber(true) : m.delayed;
     }
     return d;
    };
    QueueDepth.prototype.toJSON = function() {
     return QueueDepth.toObject(this, $protobuf.util.toJSONOptions);
    };
    return QueueDepth;
   })();
   v1.CacheLedger = (function() {
    const CacheLedger = function (p) {
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    CacheLedger.prototype.lookups = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    CacheLedger.prototype.hits = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    CacheLedger.prototype.misses = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    CacheLedger.prototype.saved_ns = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    CacheLedger.prototype.miss_cost_ns = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    CacheLedger.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.lookups != null && $Object.hasOwnProperty.call(m, "lookups") && (typeof m.lookups === "object" ? m.lookups.low || m.lookups.high : m.lookups !== 0))
      w.uint32(/* id 1, wireType 0 =*/8).uint64(m.lookups);
     if (m.hits != null && $Object.hasOwnProperty.call(m, "hits") && (typeof m.hits === "object" ? m.hits.low || m.hits.high : m.hits !== 0))
      w.uint32(/* id 2, wireType 0 =*/16).uint64(m.hits);
     if (m.misses != null && $Object.hasOwnProperty.call(m, "misses") && (typeof m.misses === "object" ? m.misses.low || m.misses.high : m.misses !== 0))
      w.uint32(/* id 3, wireType 0 =*/24).uint64(m.misses);
     if (m.saved_ns != null && $Object.hasOwnProperty.call(m, "saved_ns") && (typeof m.saved_ns === "object" ? m.saved_ns.low || m.saved_ns.high : m.saved_ns !== 0))
      w.uint32(/* id 4, wireType 0 =*/32).uint64(m.saved_ns);
     if (m.miss_cost_ns != null && $Object.hasOwnProperty.call(m, "miss_cost_ns") && (typeof m.miss_cost_ns === "object" ? m.miss_cost_ns.low || m.miss_cost_ns.high : m.miss_cost_ns !== 0))
      w.uint32(/* id 5, wireType 0 =*/40).uint64(m.miss_cost_ns);
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    CacheLedger.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m, v;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.batchdeck.telemetry.v1.CacheLedger();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.lookups = v;
        else
         delete m.lookups;
        continue;
       }
      case 2: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.hits = v;
        else
         delete m.hits;
        continue;
       }
      case 3: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.misses = v;
        else
         delete m.misses;
        continue;
       }
      case 4: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.saved_ns = v;
        else
         delete m.saved_ns;
        continue;
       }
      case 5: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.miss_cost_ns = v;
        else
         delete m.miss_cost_ns;
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    CacheLedger.fromObject = function (d, q) {
     if (d instanceof $root.batchdeck.telemetry.v1.CacheLedger)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".batchdeck.telemetry.v1.CacheLedger: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.batchdeck.telemetry.v1.CacheLedger();
     if (d.lookups != null) {
      if (typeof d.lookups === "object" ? d.lookups.low || d.lookups.high : $Number(d.lookups) !== 0) {
       if ($util.Long)
        m.lookups = $util.Long.fromValue(d.lookups, true);
       else if (typeof d.lookups === "string")
        m.lookups = $parseInt(d.lookups, 10);
       else if (typeof d.lookups === "number")
        m.lookups = d.lookups;
       else if (typeof d.lookups === "object")
        m.lookups = new $util.LongBits(d.lookups.low >>> 0, d.lookups.high >>> 0).toNumber(true);
      }
     }
     if (d.hits != null) {
      if (typeof d.hits === "object" ? d.hits.low || d.hits.high : $Number(d.hits) !== 0) {
       if ($util.Long)
        m.hits = $util.Long.fromValue(d.hits, true);
       else if (typeof d.hits === "string")
        m.hits = $parseInt(d.hits, 10);
       else if (typeof d.hits === "number")
        m.hits = d.hits;
       else if (typeof d.hits === "object")
        m.hits = new $util.LongBits(d.hits.low >>> 0, d.hits.high >>> 0).toNumber(true);
      }
     }
     if (d.misses != null) {
      if (typeof d.misses === "object" ? d.misses.low || d.misses.high : $Number(d.misses) !== 0) {
       if ($util.Long)
        m.misses = $util.Long.fromValue(d.misses, true);
       else if (typeof d.misses === "string")
        m.misses = $parseInt(d.misses, 10);
       else if (typeof d.misses === "number")
        m.misses = d.misses;
       else if (typeof d.misses === "object")
        m.misses = new $util.LongBits(d.misses.low >>> 0, d.misses.high >>> 0).toNumber(true);
      }
     }
     if (d.saved_ns != null) {
      if (typeof d.saved_ns === "object" ? d.saved_ns.low || d.saved_ns.high : $Number(d.saved_ns) !== 0) {
       if ($util.Long)
        m.saved_ns = $util.Long.fromValue(d.saved_ns, true);
       else if (typeof d.saved_ns === "string")
        m.saved_ns = $parseInt(d.saved_ns, 10);
       else if (typeof d.saved_ns === "number")
        m.saved_ns = d.saved_ns;
       else if (typeof d.saved_ns === "object")
        m.saved_ns = new $util.LongBits(d.saved_ns.low >>> 0, d.saved_ns.high >>> 0).toNumber(true);
      }
     }
     if (d.miss_cost_ns != null) {
      if (typeof d.miss_cost_ns === "object" ? d.miss_cost_ns.low || d.miss_cost_ns.high : $Number(d.miss_cost_ns) !== 0) {
       if ($util.Long)
        m.miss_cost_ns = $util.Long.fromValue(d.miss_cost_ns, true);
       else if (typeof d.miss_cost_ns === "string")
        m.miss_cost_ns = $parseInt(d.miss_cost_ns, 10);
       else if (typeof d.miss_cost_ns === "number")
        m.miss_cost_ns = d.miss_cost_ns;
       else if (typeof d.miss_cost_ns === "object")
        m.miss_cost_ns = new $util.LongBits(d.miss_cost_ns.low >>> 0, d.miss_cost_ns.high >>> 0).toNumber(true);
      }
     }
     return m;
    };
    CacheLedger.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.defaults) {
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.lookups = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.lookups = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.hits = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.hits = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.misses = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.misses = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.saved_ns = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.saved_ns = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.miss_cost_ns = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.miss_cost_ns = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
     }
     if (m.lookups != null && $Object.hasOwnProperty.call(m, "lookups")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.lookups = typeof m.lookups === "number" ? $BigInt(m.lookups) : $util.Long.fromBits(m.lookups.low >>> 0, m.lookups.high >>> 0, true).toBigInt();
      else if (typeof m.lookups === "number")
       d.lookups = o.longs === $String ? $String(m.lookups) : m.lookups;
      else
       d.lookups = o.longs === $String ? $util.Long.prototype.toString.call(m.lookups) : o.longs === $Number ? new $util.LongBits(m.lookups.low >>> 0, m.lookups.high >>> 0).toNumber(true) : m.lookups;
     }
     if (m.hits != null && $Object.hasOwnProperty.call(m, "hits")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.hits = typeof m.hits === "number" ? $BigInt(m.hits) : $util.Long.fromBits(m.hits.low >>> 0, m.hits.high >>> 0, true).toBigInt();
      else if (typeof m.hits === "number")
       d.hits = o.longs === $String ? $String(m.hits) : m.hits;
      else
       d.hits = o.longs === $String ? $util.Long.prototype.toString.call(m.hits) : o.longs === $Number ? new $util.LongBits(m.hits.low >>> 0, m.hits.high >>> 0).toNumber(true) : m.hits;
     }
     if (m.misses != null && $Object.hasOwnProperty.call(m, "misses")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.misses = typeof m.misses === "number" ? $BigInt(m.misses) : $util.Long.fromBits(m.misses.low >>> 0, m.misses.high >>> 0, true).toBigInt();
      else if (typeof m.misses === "number")
       d.misses = o.longs === $String ? $String(m.misses) : m.misses;
      else
       d.misses = o.longs === $String ? $util.Long.prototype.toString.call(m.misses) : o.longs === $Number ? new $util.LongBits(m.misses.low >>> 0, m.misses.high >>> 0).toNumber(true) : m.misses;
     }
     if (m.saved_ns != null && $Object.hasOwnProperty.call(m, "saved_ns")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.saved_ns = typeof m.saved_ns === "number" ? $BigInt(m.saved_ns) : $util.Long.fromBits(m.saved_ns.low >>> 0, m.saved_ns.high >>> 0, true).toBigInt();
      else if (typeof m.saved_ns === "number")
       d.saved_ns = o.longs === $String ? $String(m.saved_ns) : m.saved_ns;
      else
       d.saved_ns = o.longs === $String ? $util.Long.prototype.toString.call(m.saved_ns) : o.longs === $Number ? new $util.LongBits(m.saved_ns.low >>> 0, m.saved_ns.high >>> 0).toNumber(true) : m.saved_ns;
     }
     if (m.miss_cost_ns != null && $Object.hasOwnProperty.call(m, "miss_cost_ns")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.miss_cost_ns = typeof m.miss_cost_ns === "number" ? $BigInt(m.miss_cost_ns) : $util.Long.fromBits(m.miss_cost_ns.low >>> 0, m.miss_cost_ns.high >>> 0, true).toBigInt();
      else if (typeof m.miss_cost_ns === "number")
       d.miss_cost_ns = o.longs === $String ? $String(m.miss_cost_ns) : m.miss_cost_ns;
      else
       d.miss_cost_ns = o.longs === $String ? $util.Long.prototype.toString.call(m.miss_cost_ns) : o.longs === $Number ? new $util.LongBits(m.miss_cost_ns.low >>> 0, m.miss_cost_ns.high >>> 0).toNumber(true) : m.miss_cost_ns;
     }
     return d;
    };
    CacheLedger.prototype.toJSON = function() {
     return CacheLedger.toObject(this, $protobuf.util.toJSONOptions);
    };
    return CacheLedger;
   })();
   v1.CacheClient = (function() {
    const CacheClient = function (p) {
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    CacheClient.prototype.address = "";
    CacheClient.prototype.user_agent = "";
    CacheClient.prototype.lookups = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    CacheClient.prototype.hits = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    CacheClient.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.address != null && $Object.hasOwnProperty.call(m, "address") && m.address !== "")
      w.uint32(/* id 1, wireType 2 =*/10).string(m.address);
     if (m.user_agent != null && $Object.hasOwnProperty.call(m, "user_agent") && m.user_agent !== "")
      w.uint32(/* id 2, wireType 2 =*/18).string(m.user_agent);
     if (m.lookups != null && $Object.hasOwnProperty.call(m, "lookups") && (typeof m.lookups === "object" ? m.lookups.low || m.lookups.high : m.lookups !== 0))
      w.uint32(/* id 3, wireType 0 =*/24).uint64(m.lookups);
     if (m.hits != null && $Object.hasOwnProperty.call(m, "hits") && (typeof m.hits === "object" ? m.hits.low || m.hits.high : m.hits !== 0))
      w.uint32(/* id 4, wireType 0 =*/32).uint64(m.hits);
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    CacheClient.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m, v;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.batchdeck.telemetry.v1.CacheClient();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.address = v;
        else
         delete m.address;
        continue;
       }
      case 2: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.user_agent = v;
        else
         delete m.user_agent;
        continue;
       }
      case 3: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.lookups = v;
        else
         delete m.lookups;
        continue;
       }
      case 4: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.hits = v;
        else
         delete m.hits;
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    CacheClient.fromObject = function (d, q) {
     if (d instanceof $root.batchdeck.telemetry.v1.CacheClient)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".batchdeck.telemetry.v1.CacheClient: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.batchdeck.telemetry.v1.CacheClient();
     if (d.address != null) {
      if (typeof d.address !== "string" || d.address.length) {
       m.address = $String(d.address);
      }
     }
     if (d.user_agent != null) {
      if (typeof d.user_agent !== "string" || d.user_agent.length) {
       m.user_agent = $String(d.user_agent);
      }
     }
     if (d.lookups != null) {
      if (typeof d.lookups === "object" ? d.lookups.low || d.lookups.high : $Number(d.lookups) !== 0) {
       if ($util.Long)
        m.lookups = $util.Long.fromValue(d.lookups, true);
       else if (typeof d.lookups === "string")
        m.lookups = $parseInt(d.lookups, 10);
       else if (typeof d.lookups === "number")
        m.lookups = d.lookups;
       else if (typeof d.lookups === "object")
        m.lookups = new $util.LongBits(d.lookups.low >>> 0, d.lookups.high >>> 0).toNumber(true);
      }
     }
     if (d.hits != null) {
      if (typeof d.hits === "object" ? d.hits.low || d.hits.high : $Number(d.hits) !== 0) {
       if ($util.Long)
        m.hits = $util.Long.fromValue(d.hits, true);
       else if (typeof d.hits === "string")
        m.hits = $parseInt(d.hits, 10);
       else if (typeof d.hits === "number")
        m.hits = d.hits;
       else if (typeof d.hits === "object")
        m.hits = new $util.LongBits(d.hits.low >>> 0, d.hits.high >>> 0).toNumber(true);
      }
     }
     return m;
    };
    CacheClient.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.defaults) {
      d.address = "";
      d.user_agent = "";
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.lookups = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.lookups = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.hits = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.hits = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
     }
     if (m.address != null && $Object.hasOwnProperty.call(m, "address")) {
      d.address = m.address;
     }
     if (m.user_agent != null && $Object.hasOwnProperty.call(m, "user_agent")) {
      d.user_agent = m.user_agent;
     }
     if (m.lookups != null && $Object.hasOwnProperty.call(m, "lookups")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.lookups = typeof m.lookups === "number" ? $BigInt(m.lookups) : $util.Long.fromBits(m.lookups.low >>> 0, m.lookups.high >>> 0, true).toBigInt();
      else if (typeof m.lookups === "number")
       d.lookups = o.longs === $String ? $String(m.lookups) : m.lookups;
      else
       d.lookups = o.longs === $String ? $util.Long.prototype.toString.call(m.lookups) : o.longs === $Number ? new $util.LongBits(m.lookups.low >>> 0, m.lookups.high >>> 0).toNumber(true) : m.lookups;
     }
     if (m.hits != null && $Object.hasOwnProperty.call(m, "hits")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.hits = typeof m.hits === "number" ? $BigInt(m.hits) : $util.Long.fromBits(m.hits.low >>> 0, m.hits.high >>> 0, true).toBigInt();
      else if (typeof m.hits === "number")
       d.hits = o.longs === $String ? $String(m.hits) : m.hits;
      else
       d.hits = o.longs === $String ? $util.Long.prototype.toString.call(m.hits) : o.longs === $Number ? new $util.LongBits(m.hits.low >>> 0, m.hits.high >>> 0).toNumber(true) : m.hits;
     }
     return d;
    };
    CacheClient.prototype.toJSON = function() {
     return CacheClient.toObject(this, $protobuf.util.toJSONOptions);
    };
    return CacheClient;
   })();
   v1.InstanceTelemetry = (function() {
    const InstanceTelemetry = function (p) {
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    InstanceTelemetry.prototype.name = "";
    InstanceTelemetry.prototype.kind = "";
    InstanceTelemetry.prototype.provider = "";
    InstanceTelemetry.prototype.busy = false;
    InstanceTelemetry.prototype.device_id = 0;
    InstanceTelemetry.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.name != null && $Object.hasOwnProperty.call(m, "name") && m.name !== "")
      w.uint32(/* id 1, wireType 2 =*/10).string(m.name);
     if (m.kind != null && $Object.hasOwnProperty.call(m, "kind") && m.kind !== "")
      w.uint32(/* id 2, wireType 2 =*/18).string(m.kind);
     if (m.provider != null && $Object.hasOwnProperty.call(m, "provider") && m.provider !== "")
      w.uint32(/* id 3, wireType 2 =*/26).string(m.provider);
     if (m.busy != null && $Object.hasOwnProperty.call(m, "busy") && m.busy !== false)
      w.uint32(/* id 4, wireType 0 =*/32).bool(m.busy);
     if (m.device_id != null && $Object.hasOwnProperty.call(m, "device_id") && m.device_id !== 0)
      w.uint32(/* id 5, wireType 0 =*/40).sint32(m.device_id);
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    InstanceTelemetry.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m, v;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.batchdeck.telemetry.v1.InstanceTelemetry();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.name = v;
        else
         delete m.name;
        continue;
       }
      case 2: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.kind = v;
        else
         delete m.kind;
        continue;
       }
      case 3: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.provider = v;
        else
         delete m.provider;
        continue;
       }
      case 4: {
        if (u !== 0)
         break;
        if (v = r.bool())
         m.busy = v;
        else
         delete m.busy;
        continue;
       }
      case 5: {
        if (u !== 0)
         break;
        if (v = r.sint32())
         m.device_id = v;
        else
         delete m.device_id;
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    InstanceTelemetry.fromObject = function (d, q) {
     if (d instanceof $root.batchdeck.telemetry.v1.InstanceTelemetry)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".batchdeck.telemetry.v1.InstanceTelemetry: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.batchdeck.telemetry.v1.InstanceTelemetry();
     if (d.name != null) {
      if (typeof d.name !== "string" || d.name.length) {
       m.name = $String(d.name);
      }
     }
     if (d.kind != null) {
      if (typeof d.kind !== "string" || d.kind.length) {
       m.kind = $String(d.kind);
      }
     }
     if (d.provider != null) {
      if (typeof d.provider !== "string" || d.provider.length) {
       m.provider = $String(d.provider);
      }
     }
     if (d.busy != null) {
      if (d.busy) {
       m.busy = $Boolean(d.busy);
      }
     }
     if (d.device_id != null) {
      if ($Number(d.device_id) !== 0) {
       m.device_id = d.device_id | 0;
      }
     }
     return m;
    };
    InstanceTelemetry.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.defaults) {
      d.name = "";
      d.kind = "";
      d.provider = "";
      d.busy = false;
      d.device_id = 0;
     }
     if (m.name != null && $Object.hasOwnProperty.call(m, "name")) {
      d.name = m.name;
     }
     if (m.kind != null && $Object.hasOwnProperty.call(m, "kind")) {
      d.kind = m.kind;
     }
     if (m.provider != null && $Object.hasOwnProperty.call(m, "provider")) {
      d.provider = m.provider;
     }
     if (m.busy != null && $Object.hasOwnProperty.call(m, "busy")) {
      d.busy = m.busy;
     }
     if (m.device_id != null && $Object.hasOwnProperty.call(m, "device_id")) {
      d.device_id = m.device_id;
     }
     return d;
    };
    InstanceTelemetry.prototype.toJSON = function() {
     return InstanceTelemetry.toObject(this, $protobuf.util.toJSONOptions);
    };
    return InstanceTelemetry;
   })();
   v1.LatencyHistogram = (function() {
    const LatencyHistogram = function (p) {
     this.indices = [];
     this.counts = [];
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    LatencyHistogram.prototype.layout = 0;
    LatencyHistogram.prototype.indices = $util.emptyArray;
    LatencyHistogram.prototype.counts = $util.emptyArray;
    LatencyHistogram.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.layout != null && $Object.hasOwnProperty.call(m, "layout") && m.layout !== 0)
      w.uint32(/* id 1, wireType 0 =*/8).uint32(m.layout);
     if (m.indices != null && m.indices.length) {
      w.uint32(/* id 2, wireType 2 =*/18).uint32s(m.indices);
     }
     if (m.counts != null && m.counts.length) {
      w.uint32(/* id 3, wireType 2 =*/26).uint64s(m.counts);
     }
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    LatencyHistogram.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m, v;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.batchdeck.telemetry.v1.LatencyHistogram();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 0)
         break;
        if (v = r.uint32())
         m.layout = v;
        else
         delete m.layout;
        continue;
       }
      case 2: {
        if (u === 2) {
         if (!(m.indices && m.indices.length))
          m.indices = [];
         r.uint32s(m.indices);
         continue;
        }
        if (u !== 0)
         break;
        if (!(m.indices && m.indices.length))
         m.indices = [];
        m.indices.push(r.uint32());
        continue;
       }
      case 3: {
        if (u === 2) {
         if (!(m.counts && m.counts.length))
          m.counts = [];
         r.uint64s(m.counts);
         continue;
        }
        if (u !== 0)
         break;
        if (!(m.counts && m.counts.length))
         m.counts = [];
        m.counts.push(r.uint64());
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    LatencyHistogram.fromObject = function (d, q) {
     if (d instanceof $root.batchdeck.telemetry.v1.LatencyHistogram)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".batchdeck.telemetry.v1.LatencyHistogram: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.batchdeck.telemetry.v1.LatencyHistogram();
     if (d.layout != null) {
      if ($Number(d.layout) !== 0) {
       m.layout = d.layout >>> 0;
      }
     }
     if (d.indices) {
      if (!$Array.isArray(d.indices))
       throw $TypeError(".batchdeck.telemetry.v1.LatencyHistogram.indices: array expected");
      m.indices = $Array(d.indices.length);
      for (var i = 0; i < d.indices.length; ++i) {
       m.indices[i] = d.indices[i] >>> 0;
      }
     }
     if (d.counts) {
      if (!$Array.isArray(d.counts))
       throw $TypeError(".batchdeck.telemetry.v1.LatencyHistogram.counts: array expected");
      m.counts = $Array(d.counts.length);
      for (var i = 0; i < d.counts.length; ++i) {
       if ($util.Long)
        m.counts[i] = $util.Long.fromValue(d.counts[i], true);
       else if (typeof d.counts[i] === "string")
        m.counts[i] = $parseInt(d.counts[i], 10);
       else if (typeof d.counts[i] === "number")
        m.counts[i] = d.counts[i];
       else if (typeof d.counts[i] === "object")
        m.counts[i] = new $util.LongBits(d.counts[i].low >>> 0, d.counts[i].high >>> 0).toNumber(true);
      }
     }
     return m;
    };
    LatencyHistogram.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.arrays || o.defaults) {
      d.indices = [];
      d.counts = [];
     }
     if (o.defaults) {
      d.layout = 0;
     }
     if (m.layout != null && $Object.hasOwnProperty.call(m, "layout")) {
      d.layout = m.layout;
     }
     if (m.indices && m.indices.length) {
      d.indices = $Array(m.indices.length);
      for (var j = 0; j < m.indices.length; ++j) {
       d.indices[j] = m.indices[j];
      }
     }
     if (m.counts && m.counts.length) {
      d.counts = $Array(m.counts.length);
      for (var j = 0; j < m.counts.length; ++j) {
       if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
        d.counts[j] = typeof m.counts[j] === "number" ? $BigInt(m.counts[j]) : $util.Long.fromBits(m.counts[j].low >>> 0, m.counts[j].high >>> 0, true).toBigInt();
       else if (typeof m.counts[j] === "number")
        d.counts[j] = o.longs === $String ? $String(m.counts[j]) : m.counts[j];
       else
        d.counts[j] = o.longs === $String ? $util.Long.prototype.toString.call(m.counts[j]) : o.longs === $Number ? new $util.LongBits(m.counts[j].low >>> 0, m.counts[j].high >>> 0).toNumber(true) : m.counts[j];
      }
     }
     return d;
    };
    LatencyHistogram.prototype.toJSON = function() {
     return LatencyHistogram.toObject(this, $protobuf.util.toJSONOptions);
    };
    return LatencyHistogram;
   })();
   v1.CacheTelemetry = (function() {
    const CacheTelemetry = function (p) {
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    CacheTelemetry.prototype.capacity_bytes = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    CacheTelemetry.prototype.used_bytes = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    CacheTelemetry.prototype.entries = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    CacheTelemetry.prototype.lookups = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    CacheTelemetry.prototype.hits = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    CacheTelemetry.prototype.misses = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    CacheTelemetry.prototype.evictions = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    CacheTelemetry.prototype.lookup_ns = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    CacheTelemetry.prototype.insertion_ns = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    CacheTelemetry.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.capacity_bytes != null && $Object.hasOwnProperty.call(m, "capacity_bytes") && (typeof m.capacity_bytes === "object" ? m.capacity_bytes.low || m.capacity_bytes.high : m.capacity_bytes !== 0))
      w.uint32(/* id 1, wireType 0 =*/8).uint64(m.capacity_bytes);
     if (m.used_bytes != null && $Object.hasOwnProperty.call(m, "used_bytes") && (typeof m.used_bytes === "object" ? m.used_bytes.low || m.used_bytes.high : m.used_bytes !== 0))
      w.uint32(/* id 2, wireType 0 =*/16).uint64(m.used_bytes);
     if (m.entries != null && $Object.hasOwnProperty.call(m, "entries") && (typeof m.entries === "object" ? m.entries.low || m.entries.high : m.entries !== 0))
      w.uint32(/* id 3, wireType 0 =*/24).uint64(m.entries);
     if (m.lookups != null && $Object.hasOwnProperty.call(m, "lookups") && (typeof m.lookups === "object" ? m.lookups.low || m.lookups.high : m.lookups !== 0))
      w.uint32(/* id 4, wireType 0 =*/32).uint64(m.lookups);
     if (m.hits != null && $Object.hasOwnProperty.call(m, "hits") && (typeof m.hits === "object" ? m.hits.low || m.hits.high : m.hits !== 0))
      w.uint32(/* id 5, wireType 0 =*/40).uint64(m.hits);
     if (m.misses != null && $Object.hasOwnProperty.call(m, "misses") && (typeof m.misses === "object" ? m.misses.low || m.misses.high : m.misses !== 0))
      w.uint32(/* id 6, wireType 0 =*/48).uint64(m.misses);
     if (m.evictions != null && $Object.hasOwnProperty.call(m, "evictions") && (typeof m.evictions === "object" ? m.evictions.low || m.evictions.high : m.evictions !== 0))
      w.uint32(/* id 7, wireType 0 =*/56).uint64(m.evictions);
     if (m.lookup_ns != null && $Object.hasOwnProperty.call(m, "lookup_ns") && (typeof m.lookup_ns === "object" ? m.lookup_ns.low || m.lookup_ns.high : m.lookup_ns !== 0))
      w.uint32(/* id 8, wireType 0 =*/64).uint64(m.lookup_ns);
     if (m.insertion_ns != null && $Object.hasOwnProperty.call(m, "insertion_ns") && (typeof m.insertion_ns === "object" ? m.insertion_ns.low || m.insertion_ns.high : m.insertion_ns !== 0))
      w.uint32(/* id 9, wireType 0 =*/72).uint64(m.insertion_ns);
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    CacheTelemetry.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m, v;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.batchdeck.telemetry.v1.CacheTelemetry();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.capacity_bytes = v;
        else
         delete m.capacity_bytes;
        continue;
       }
      case 2: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.used_bytes = v;
        else
         delete m.used_bytes;
        continue;
       }
      case 3: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.entries = v;
        else
         delete m.entries;
        continue;
       }
      case 4: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.lookups = v;
        else
         delete m.lookups;
        continue;
       }
      case 5: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.hits = v;
        else
         delete m.hits;
        continue;
       }
      case 6: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.misses = v;
        else
         delete m.misses;
        continue;
       }
      case 7: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.evictions = v;
        else
         delete m.evictions;
        continue;
       }
      case 8: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.lookup_ns = v;
        else
         delete m.lookup_ns;
        continue;
       }
      case 9: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.insertion_ns = v;
        else
         delete m.insertion_ns;
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    CacheTelemetry.fromObject = function (d, q) {
     if (d instanceof $root.batchdeck.telemetry.v1.CacheTelemetry)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".batchdeck.telemetry.v1.CacheTelemetry: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.batchdeck.telemetry.v1.CacheTelemetry();
     if (d.capacity_bytes != null) {
      if (typeof d.capacity_bytes === "object" ? d.capacity_bytes.low || d.capacity_bytes.high : $Number(d.capacity_bytes) !== 0) {
       if ($util.Long)
        m.capacity_bytes = $util.Long.fromValue(d.capacity_bytes, true);
       else if (typeof d.capacity_bytes === "string")
        m.capacity_bytes = $parseInt(d.capacity_bytes, 10);
       else if (typeof d.capacity_bytes === "number")
        m.capacity_bytes = d.capacity_bytes;
       else if (typeof d.capacity_bytes === "object")
        m.capacity_bytes = new $util.LongBits(d.capacity_bytes.low >>> 0, d.capacity_bytes.high >>> 0).toNumber(true);
      }
     }
     if (d.used_bytes != null) {
      if (typeof d.used_bytes === "object" ? d.used_bytes.low || d.used_bytes.high : $Number(d.used_bytes) !== 0) {
       if ($util.Long)
        m.used_bytes = $util.Long.fromValue(d.used_bytes, true);
       else if (typeof d.used_bytes === "string")
        m.used_bytes = $parseInt(d.used_bytes, 10);
       else if (typeof d.used_bytes === "number")
        m.used_bytes = d.used_bytes;
       else if (typeof d.used_bytes === "object")
        m.used_bytes = new $util.LongBits(d.used_bytes.low >>> 0, d.used_bytes.high >>> 0).toNumber(true);
      }
     }
     if (d.entries != null) {
      if (typeof d.entries === "object" ? d.entries.low || d.entries.high : $Number(d.entries) !== 0) {
       if ($util.Long)
        m.entries = $util.Long.fromValue(d.entries, true);
       else if (typeof d.entries === "string")
        m.entries = $parseInt(d.entries, 10);
       else if (typeof d.entries === "number")
        m.entries = d.entries;
       else if (typeof d.entries === "object")
        m.entries = new $util.LongBits(d.entries.low >>> 0, d.entries.high >>> 0).toNumber(true);
      }
     }
     if (d.lookups != null) {
      if (typeof d.lookups === "object" ? d.lookups.low || d.lookups.high : $Number(d.lookups) !== 0) {
       if ($util.Long)
        m.lookups = $util.Long.fromValue(d.lookups, true);
       else if (typeof d.lookups === "string")
        m.lookups = $parseInt(d.lookups, 10);
       else if (typeof d.lookups === "number")
        m.lookups = d.lookups;
       else if (typeof d.lookups === "object")
        m.lookups = new $util.LongBits(d.lookups.low >>> 0, d.lookups.high >>> 0).toNumber(true);
      }
     }
     if (d.hits != null) {
      if (typeof d.hits === "object" ? d.hits.low || d.hits.high : $Number(d.hits) !== 0) {
       if ($util.Long)
        m.hits = $util.Long.fromValue(d.hits, true);
       else if (typeof d.hits === "string")
        m.hits = $parseInt(d.hits, 10);
       else if (typeof d.hits === "number")
        m.hits = d.hits;
       else if (typeof d.hits === "object")
        m.hits = new $util.LongBits(d.hits.low >>> 0, d.hits.high >>> 0).toNumber(true);
      }
     }
     if (d.misses != null) {
      if (typeof d.misses === "object" ? d.misses.low || d.misses.high : $Number(d.misses) !== 0) {
       if ($util.Long)
        m.misses = $util.Long.fromValue(d.misses, true);
       else if (typeof d.misses === "string")
        m.misses = $parseInt(d.misses, 10);
       else if (typeof d.misses === "number")
        m.misses = d.misses;
       else if (typeof d.misses === "object")
        m.misses = new $util.LongBits(d.misses.low >>> 0, d.misses.high >>> 0).toNumber(true);
      }
     }
     if (d.evictions != null) {
      if (typeof d.evictions === "object" ? d.evictions.low || d.evictions.high : $Number(d.evictions) !== 0) {
       if ($util.Long)
        m.evictions = $util.Long.fromValue(d.evictions, true);
       else if (typeof d.evictions === "string")
        m.evictions = $parseInt(d.evictions, 10);
       else if (typeof d.evictions === "number")
        m.evictions = d.evictions;
       else if (typeof d.evictions === "object")
        m.evictions = new $util.LongBits(d.evictions.low >>> 0, d.evictions.high >>> 0).toNumber(true);
      }
     }
     if (d.lookup_ns != null) {
      if (typeof d.lookup_ns === "object" ? d.lookup_ns.low || d.lookup_ns.high : $Number(d.lookup_ns) !== 0) {
       if ($util.Long)
        m.lookup_ns = $util.Long.fromValue(d.lookup_ns, true);
       else if (typeof d.lookup_ns === "string")
        m.lookup_ns = $parseInt(d.lookup_ns, 10);
       else if (typeof d.lookup_ns === "number")
        m.lookup_ns = d.lookup_ns;
       else if (typeof d.lookup_ns === "object")
        m.lookup_ns = new $util.LongBits(d.lookup_ns.low >>> 0, d.lookup_ns.high >>> 0).toNumber(true);
      }
     }
     if (d.insertion_ns != null) {
      if (typeof d.insertion_ns === "object" ? d.insertion_ns.low || d.insertion_ns.high : $Number(d.insertion_ns) !== 0) {
       if ($util.Long)
        m.insertion_ns = $util.Long.fromValue(d.insertion_ns, true);
       else if (typeof d.insertion_ns === "string")
        m.insertion_ns = $parseInt(d.insertion_ns, 10);
       else if (typeof d.insertion_ns === "number")
        m.insertion_ns = d.insertion_ns;
       else if (typeof d.insertion_ns === "object")
        m.insertion_ns = new $util.LongBits(d.insertion_ns.low >>> 0, d.insertion_ns.high >>> 0).toNumber(true);
      }
     }
     return m;
    };
    CacheTelemetry.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.defaults) {
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.capacity_bytes = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.capacity_bytes = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.used_bytes = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.used_bytes = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.entries = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.entries = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.lookups = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.lookups = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.hits = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.hits = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.misses = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.misses = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.evictions = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.evictions = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.lookup_ns = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.lookup_ns = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.insertion_ns = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.insertion_ns = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
     }
     if (m.capacity_bytes != null && $Object.hasOwnProperty.call(m, "capacity_bytes")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.capacity_bytes = typeof m.capacity_bytes === "number" ? $BigInt(m.capacity_bytes) : $util.Long.fromBits(m.capacity_bytes.low >>> 0, m.capacity_bytes.high >>> 0, true).toBigInt();
      else if (typeof m.capacity_bytes === "number")
       d.capacity_bytes = o.longs === $String ? $String(m.capacity_bytes) : m.capacity_bytes;
      else
       d.capacity_bytes = o.longs === $String ? $util.Long.prototype.toString.call(m.capacity_bytes) : o.longs === $Number ? new $util.LongBits(m.capacity_bytes.low >>> 0, m.capacity_bytes.high >>> 0).toNumber(true) : m.capacity_bytes;
     }
     if (m.used_bytes != null && $Object.hasOwnProperty.call(m, "used_bytes")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.used_bytes = typeof m.used_bytes === "number" ? $BigInt(m.used_bytes) : $util.Long.fromBits(m.used_bytes.low >>> 0, m.used_bytes.high >>> 0, true).toBigInt();
      else if (typeof m.used_bytes === "number")
       d.used_bytes = o.longs === $String ? $String(m.used_bytes) : m.used_bytes;
      else
       d.used_bytes = o.longs === $String ? $util.Long.prototype.toString.call(m.used_bytes) : o.longs === $Number ? new $util.LongBits(m.used_bytes.low >>> 0, m.used_bytes.high >>> 0).toNumber(true) : m.used_bytes;
     }
     if (m.entries != null && $Object.hasOwnProperty.call(m, "entries")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.entries = typeof m.entries === "number" ? $BigInt(m.entries) : $util.Long.fromBits(m.entries.low >>> 0, m.entries.high >>> 0, true).toBigInt();
      else if (typeof m.entries === "number")
       d.entries = o.longs === $String ? $String(m.entries) : m.entries;
      else
       d.entries = o.longs === $String ? $util.Long.prototype.toString.call(m.entries) : o.longs === $Number ? new $util.LongBits(m.entries.low >>> 0, m.entries.high >>> 0).toNumber(true) : m.entries;
     }
     if (m.lookups != null && $Object.hasOwnProperty.call(m, "lookups")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.lookups = typeof m.lookups === "number" ? $BigInt(m.lookups) : $util.Long.fromBits(m.lookups.low >>> 0, m.lookups.high >>> 0, true).toBigInt();
      else if (typeof m.lookups === "number")
       d.lookups = o.longs === $String ? $String(m.lookups) : m.lookups;
      else
       d.lookups = o.longs === $String ? $util.Long.prototype.toString.call(m.lookups) : o.longs === $Number ? new $util.LongBits(m.lookups.low >>> 0, m.lookups.high >>> 0).toNumber(true) : m.lookups;
     }
     if (m.hits != null && $Object.hasOwnProperty.call(m, "hits")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.hits = typeof m.hits === "number" ? $BigInt(m.hits) : $util.Long.fromBits(m.hits.low >>> 0, m.hits.high >>> 0, true).toBigInt();
      else if (typeof m.hits === "number")
       d.hits = o.longs === $String ? $String(m.hits) : m.hits;
      else
       d.hits = o.longs === $String ? $util.Long.prototype.toString.call(m.hits) : o.longs === $Number ? new $util.LongBits(m.hits.low >>> 0, m.hits.high >>> 0).toNumber(true) : m.hits;
     }
     if (m.misses != null && $Object.hasOwnProperty.call(m, "misses")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.misses = typeof m.misses === "number" ? $BigInt(m.misses) : $util.Long.fromBits(m.misses.low >>> 0, m.misses.high >>> 0, true).toBigInt();
      else if (typeof m.misses === "number")
       d.misses = o.longs === $String ? $String(m.misses) : m.misses;
      else
       d.misses = o.longs === $String ? $util.Long.prototype.toString.call(m.misses) : o.longs === $Number ? new $util.LongBits(m.misses.low >>> 0, m.misses.high >>> 0).toNumber(true) : m.misses;
     }
     if (m.evictions != null && $Object.hasOwnProperty.call(m, "evictions")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.evictions = typeof m.evictions === "number" ? $BigInt(m.evictions) : $util.Long.fromBits(m.evictions.low >>> 0, m.evictions.high >>> 0, true).toBigInt();
      else if (typeof m.evictions === "number")
       d.evictions = o.longs === $String ? $String(m.evictions) : m.evictions;
      else
       d.evictions = o.longs === $String ? $util.Long.prototype.toString.call(m.evictions) : o.longs === $Number ? new $util.LongBits(m.evictions.low >>> 0, m.evictions.high >>> 0).toNumber(true) : m.evictions;
     }
     if (m.lookup_ns != null && $Object.hasOwnProperty.call(m, "lookup_ns")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.lookup_ns = typeof m.lookup_ns === "number" ? $BigInt(m.lookup_ns) : $util.Long.fromBits(m.lookup_ns.low >>> 0, m.lookup_ns.high >>> 0, true).toBigInt();
      else if (typeof m.lookup_ns === "number")
       d.lookup_ns = o.longs === $String ? $String(m.lookup_ns) : m.lookup_ns;
      else
       d.lookup_ns = o.longs === $String ? $util.Long.prototype.toString.call(m.lookup_ns) : o.longs === $Number ? new $util.LongBits(m.lookup_ns.low >>> 0, m.lookup_ns.high >>> 0).toNumber(true) : m.lookup_ns;
     }
     if (m.insertion_ns != null && $Object.hasOwnProperty.call(m, "insertion_ns")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.insertion_ns = typeof m.insertion_ns === "number" ? $BigInt(m.insertion_ns) : $util.Long.fromBits(m.insertion_ns.low >>> 0, m.insertion_ns.high >>> 0, true).toBigInt();
      else if (typeof m.insertion_ns === "number")
       d.insertion_ns = o.longs === $String ? $String(m.insertion_ns) : m.insertion_ns;
      else
       d.insertion_ns = o.longs === $String ? $util.Long.prototype.toString.call(m.insertion_ns) : o.longs === $Number ? new $util.LongBits(m.insertion_ns.low >>> 0, m.insertion_ns.high >>> 0).toNumber(true) : m.insertion_ns;
     }
     return d;
    };
    CacheTelemetry.prototype.toJSON = function() {
     return CacheTelemetry.toObject(this, $protobuf.util.toJSONOptions);
    };
    return CacheTelemetry;
   })();
   v1.BatchesRequest = (function() {
    const BatchesRequest = function (p) {
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    BatchesRequest.prototype.model = "";
    BatchesRequest.prototype.version = "";
    BatchesRequest.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.model != null && $Object.hasOwnProperty.call(m, "model") && m.model !== "")
      w.uint32(/* id 1, wireType 2 =*/10).string(m.model);
     if (m.version != null && $Object.hasOwnProperty.call(m, "version") && m.version !== "")
      w.uint32(/* id 2, wireType 2 =*/18).string(m.version);
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    BatchesRequest.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m, v;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.batchdeck.telemetry.v1.BatchesRequest();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.model = v;
        else
         delete m.model;
        continue;
       }
      case 2: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.version = v;
        else
         delete m.version;
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    BatchesRequest.fromObject = function (d, q) {
     if (d instanceof $root.batchdeck.telemetry.v1.BatchesRequest)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".batchdeck.telemetry.v1.BatchesRequest: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.batchdeck.telemetry.v1.BatchesRequest();
     if (d.model != null) {
      if (typeof d.model !== "string" || d.model.length) {
       m.model = $String(d.model);
      }
     }
     if (d.version != null) {
      if (typeof d.version !== "string" || d.version.length) {
       m.version = $String(d.version);
      }
     }
     return m;
    };
    BatchesRequest.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.defaults) {
      d.model = "";
      d.version = "";
     }
     if (m.model != null && $Object.hasOwnProperty.call(m, "model")) {
      d.model = m.model;
     }
     if (m.version != null && $Object.hasOwnProperty.call(m, "version")) {
      d.version = m.version;
     }
     return d;
    };
    BatchesRequest.prototype.toJSON = function() {
     return BatchesRequest.toObject(this, $protobuf.util.toJSONOptions);
    };
    return BatchesRequest;
   })();
   v1.BatchesResponse = (function() {
    const BatchesResponse = function (p) {
     this.batches = [];
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    BatchesResponse.prototype.batches = $util.emptyArray;
    BatchesResponse.prototype.dropped = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    BatchesResponse.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.batches != null && m.batches.length) {
      for (var i = 0; i < m.batches.length; ++i)
       $root.batchdeck.telemetry.v1.Batch.encode(m.batches[i], w.uint32(/* id 1, wireType 2 =*/10).fork(), q + 1).ldelim();
     }
     if (m.dropped != null && $Object.hasOwnProperty.call(m, "dropped") && (typeof m.dropped === "object" ? m.dropped.low || m.dropped.high : m.dropped !== 0))
      w.uint32(/* id 2, wireType 0 =*/16).uint64(m.dropped);
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    BatchesResponse.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m, v;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.batchdeck.telemetry.v1.BatchesResponse();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 2)
         break;
        if (!(m.batches && m.batches.length))
         m.batches = [];
        m.batches.push($root.batchdeck.telemetry.v1.Batch.decode(r, r.size(), $undefined, q + 1));
        continue;
       }
      case 2: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.dropped = v;
        else
         delete m.dropped;
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    BatchesResponse.fromObject = function (d, q) {
     if (d instanceof $root.batchdeck.telemetry.v1.BatchesResponse)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".batchdeck.telemetry.v1.BatchesResponse: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.batchdeck.telemetry.v1.BatchesResponse();
     if (d.batches) {
      if (!$Array.isArray(d.batches))
       throw $TypeError(".batchdeck.telemetry.v1.BatchesResponse.batches: array expected");
      m.batches = $Array(d.batches.length);
      for (var i = 0; i < d.batches.length; ++i) {
       if (!$util.isObject(d.batches[i]))
        throw $TypeError(".batchdeck.telemetry.v1.BatchesResponse.batches: object expected");
       m.batches[i] = $root.batchdeck.telemetry.v1.Batch.fromObject(d.batches[i], q + 1);
      }
     }
     if (d.dropped != null) {
      if (typeof d.dropped === "object" ? d.dropped.low || d.dropped.high : $Number(d.dropped) !== 0) {
       if ($util.Long)
        m.dropped = $util.Long.fromValue(d.dropped, true);
       else if (typeof d.dropped === "string")
        m.dropped = $parseInt(d.dropped, 10);
       else if (typeof d.dropped === "number")
        m.dropped = d.dropped;
       else if (typeof d.dropped === "object")
        m.dropped = new $util.LongBits(d.dropped.low >>> 0, d.dropped.high >>> 0).toNumber(true);
      }
     }
     return m;
    };
    BatchesResponse.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.arrays || o.defaults) {
      d.batches = [];
     }
     if (o.defaults) {
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.dropped = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.dropped = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
     }
     if (m.batches && m.batches.length) {
      d.batches = $Array(m.batches.length);
      for (var j = 0; j < m.batches.length; ++j) {
       d.batches[j] = $root.batchdeck.telemetry.v1.Batch.toObject(m.batches[j], o, q + 1);
      }
     }
     if (m.dropped != null && $Object.hasOwnProperty.call(m, "dropped")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.dropped = typeof m.dropped === "number" ? $BigInt(m.dropped) : $util.Long.fromBits(m.dropped.low >>> 0, m.dropped.high >>> 0, true).toBigInt();
      else if (typeof m.dropped === "number")
       d.dropped = o.longs === $String ? $String(m.dropped) : m.dropped;
      else
       d.dropped = o.longs === $String ? $util.Long.prototype.toString.call(m.dropped) : o.longs === $Number ? new $util.LongBits(m.dropped.low >>> 0, m.dropped.high >>> 0).toNumber(true) : m.dropped;
     }
     return d;
    };
    BatchesResponse.prototype.toJSON = function() {
     return BatchesResponse.toObject(this, $protobuf.util.toJSONOptions);
    };
    return BatchesResponse;
   })();
   v1.DispatchReason = (function() {
    const valuesById = $Object.create(null), values = $Object.create(valuesById);
    values[valuesById[0] = "UNSPECIFIED"] = 0;
    values[valuesById[1] = "FULL"] = 1;
    values[valuesById[2] = "PREFERRED"] = 2;
    values[valuesById[3] = "DELAY"] = 3;
    values[valuesById[4] = "FORCED"] = 4;
    values[valuesById[5] = "SHAPE"] = 5;
    values[valuesById[6] = "IDLE"] = 6;
    return values;
   })();
   v1.Batch = (function() {
    const Batch = function (p) {
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    Batch.prototype.model = "";
    Batch.prototype.version = "";
    Batch.prototype.instance = "";
    Batch.prototype.at_ns = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    Batch.prototype.requests = 0;
    Batch.prototype.items = 0;
    Batch.prototype.reason = 0;
    Batch.prototype.oldest_wait_ns = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    Batch.prototype.mean_wait_ns = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    Batch.prototype.compute_input_ns = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    Batch.prototype.compute_infer_ns = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    Batch.prototype.compute_output_ns = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    Batch.prototype.failed = false;
    Batch.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.model != null && $Object.hasOwnProperty.call(m, "model") && m.model !== "")
      w.uint32(/* id 1, wireType 2 =*/10).string(m.model);
     if (m.version != null && $Object.hasOwnProperty.call(m, "version") && m.version !== "")
      w.uint32(/* id 2, wireType 2 =*/18).string(m.version);
     if (m.instance != null && $Object.hasOwnProperty.call(m, "instance") && m.instance !== "")
      w.uint32(/* id 3, wireType 2 =*/26).string(m.instance);
     if (m.at_ns != null && $Object.hasOwnProperty.call(m, "at_ns") && (typeof m.at_ns === "object" ? m.at_ns.low || m.at_ns.high : m.at_ns !== 0))
      w.uint32(/* id 4, wireType 0 =*/32).uint64(m.at_ns);
     if (m.requests != null && $Object.hasOwnProperty.call(m, "requests") && m.requests !== 0)
      w.uint32(/* id 5, wireType 0 =*/40).uint32(m.requests);
     if (m.items != null && $Object.hasOwnProperty.call(m, "items") && m.items !== 0)
      w.uint32(/* id 6, wireType 0 =*/48).uint32(m.items);
     if (m.reason != null && $Object.hasOwnProperty.call(m, "reason") && m.reason !== 0)
      w.uint32(/* id 7, wireType 0 =*/56).int32(m.reason);
     if (m.oldest_wait_ns != null && $Object.hasOwnProperty.call(m, "oldest_wait_ns") && (typeof m.oldest_wait_ns === "object" ? m.oldest_wait_ns.low || m.oldest_wait_ns.high : m.oldest_wait_ns !== 0))
      w.uint32(/* id 8, wireType 0 =*/64).uint64(m.oldest_wait_ns);
     if (m.mean_wait_ns != null && $Object.hasOwnProperty.call(m, "mean_wait_ns") && (typeof m.mean_wait_ns === "object" ? m.mean_wait_ns.low || m.mean_wait_ns.high : m.mean_wait_ns !== 0))
      w.uint32(/* id 9, wireType 0 =*/72).uint64(m.mean_wait_ns);
     if (m.compute_input_ns != null && $Object.hasOwnProperty.call(m, "compute_input_ns") && (typeof m.compute_input_ns === "object" ? m.compute_input_ns.low || m.compute_input_ns.high : m.compute_input_ns !== 0))
      w.uint32(/* id 10, wireType 0 =*/80).uint64(m.compute_input_ns);
     if (m.compute_infer_ns != null && $Object.hasOwnProperty.call(m, "compute_infer_ns") && (typeof m.compute_infer_ns === "object" ? m.compute_infer_ns.low || m.compute_infer_ns.high : m.compute_infer_ns !== 0))
      w.uint32(/* id 11, wireType 0 =*/88).uint64(m.compute_infer_ns);
     if (m.compute_output_ns != null && $Object.hasOwnProperty.call(m, "compute_output_ns") && (typeof m.compute_output_ns === "object" ? m.compute_output_ns.low || m.compute_output_ns.high : m.compute_output_ns !== 0))
      w.uint32(/* id 12, wireType 0 =*/96).uint64(m.compute_output_ns);
     if (m.failed != null && $Object.hasOwnProperty.call(m, "failed") && m.failed !== false)
      w.uint32(/* id 13, wireType 0 =*/104).bool(m.failed);
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    Batch.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m, v;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.batchdeck.telemetry.v1.Batch();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.model = v;
        else
         delete m.model;
        continue;
       }
      case 2: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.version = v;
        else
         delete m.version;
        continue;
       }
      case 3: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.instance = v;
        else
         delete m.instance;
        continue;
       }
      case 4: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.at_ns = v;
        else
         delete m.at_ns;
        continue;
       }
      case 5: {
        if (u !== 0)
         break;
        if (v = r.uint32())
         m.requests = v;
        else
         delete m.requests;
        continue;
       }
      case 6: {
        if (u !== 0)
         break;
        if (v = r.uint32())
         m.items = v;
        else
         delete m.items;
        continue;
       }
      case 7: {
        if (u !== 0)
         break;
        if (v = r.int32())
         m.reason = v;
        else
         delete m.reason;
        continue;
       }
      case 8: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.oldest_wait_ns = v;
        else
         delete m.oldest_wait_ns;
        continue;
       }
      case 9: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.mean_wait_ns = v;
        else
         delete m.mean_wait_ns;
        continue;
       }
      case 10: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.compute_input_ns = v;
        else
         delete m.compute_input_ns;
        continue;
       }
      case 11: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.compute_infer_ns = v;
        else
         delete m.compute_infer_ns;
        continue;
       }
      case 12: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.compute_output_ns = v;
        else
         delete m.compute_output_ns;
        continue;
       }
      case 13: {
        if (u !== 0)
         break;
        if (v = r.bool())
         m.failed = v;
        else
         delete m.failed;
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    Batch.fromObject = function (d, q) {
     if (d instanceof $root.batchdeck.telemetry.v1.Batch)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".batchdeck.telemetry.v1.Batch: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.batchdeck.telemetry.v1.Batch();
     if (d.model != null) {
      if (typeof d.model !== "string" || d.model.length) {
       m.model = $String(d.model);
      }
     }
     if (d.version != null) {
      if (typeof d.version !== "string" || d.version.length) {
       m.version = $String(d.version);
      }
     }
     if (d.instance != null) {
      if (typeof d.instance !== "string" || d.instance.length) {
       m.instance = $String(d.instance);
      }
     }
     if (d.at_ns != null) {
      if (typeof d.at_ns === "object" ? d.at_ns.low || d.at_ns.high : $Number(d.at_ns) !== 0) {
       if ($util.Long)
        m.at_ns = $util.Long.fromValue(d.at_ns, true);
       else if (typeof d.at_ns === "string")
        m.at_ns = $parseInt(d.at_ns, 10);
       else if (typeof d.at_ns === "number")
        m.at_ns = d.at_ns;
       else if (typeof d.at_ns === "object")
        m.at_ns = new $util.LongBits(d.at_ns.low >>> 0, d.at_ns.high >>> 0).toNumber(true);
      }
     }
     if (d.requests != null) {
      if ($Number(d.requests) !== 0) {
       m.requests = d.requests >>> 0;
      }
     }
     if (d.items != null) {
      if ($Number(d.items) !== 0) {
       m.items = d.items >>> 0;
      }
     }
     if (d.reason !== 0 && (typeof d.reason !== "string" || $root.batchdeck.telemetry.v1.DispatchReason[d.reason] !== 0)) {
      switch (d.reason) {
      case "UNSPECIFIED":
      case 0:
       m.reason = 0;
       break;
      case "FULL":
      case 1:
       m.reason = 1;
       break;
      case "PREFERRED":
      case 2:
       m.reason = 2;
       break;
      case "DELAY":
      case 3:
       m.reason = 3;
       break;
      case "FORCED":
      case 4:
       m.reason = 4;
       break;
      case "SHAPE":
      case 5:
       m.reason = 5;
       break;
      case "IDLE":
      case 6:
       m.reason = 6;
       break;
      default:
       if (typeof d.reason === "number" && (d.reason | 0) === d.reason)
        m.reason = d.reason;
      }
     }
     if (d.oldest_wait_ns != null) {
      if (typeof d.oldest_wait_ns === "object" ? d.oldest_wait_ns.low || d.oldest_wait_ns.high : $Number(d.oldest_wait_ns) !== 0) {
       if ($util.Long)
        m.oldest_wait_ns = $util.Long.fromValue(d.oldest_wait_ns, true);
       else if (typeof d.oldest_wait_ns === "string")
        m.oldest_wait_ns = $parseInt(d.oldest_wait_ns, 10);
       else if (typeof d.oldest_wait_ns === "number")
        m.oldest_wait_ns = d.oldest_wait_ns;
       else if (typeof d.oldest_wait_ns === "object")
        m.oldest_wait_ns = new $util.LongBits(d.oldest_wait_ns.low >>> 0, d.oldest_wait_ns.high >>> 0).toNumber(true);
      }
     }
     if (d.mean_wait_ns != null) {
      if (typeof d.mean_wait_ns === "object" ? d.mean_wait_ns.low || d.mean_wait_ns.high : $Number(d.mean_wait_ns) !== 0) {
       if ($util.Long)
        m.mean_wait_ns = $util.Long.fromValue(d.mean_wait_ns, true);
       else if (typeof d.mean_wait_ns === "string")
        m.mean_wait_ns = $parseInt(d.mean_wait_ns, 10);
       else if (typeof d.mean_wait_ns === "number")
        m.mean_wait_ns = d.mean_wait_ns;
       else if (typeof d.mean_wait_ns === "object")
        m.mean_wait_ns = new $util.LongBits(d.mean_wait_ns.low >>> 0, d.mean_wait_ns.high >>> 0).toNumber(true);
      }
     }
     if (d.compute_input_ns != null) {
      if (typeof d.compute_input_ns === "object" ? d.compute_input_ns.low || d.compute_input_ns.high : $Number(d.compute_input_ns) !== 0) {
       if ($util.Long)
        m.compute_input_ns = $util.Long.fromValue(d.compute_input_ns, true);
       else if (typeof d.compute_input_ns === "string")
        m.compute_input_ns = $parseInt(d.compute_input_ns, 10);
       else if (typeof d.compute_input_ns === "number")
        m.compute_input_ns = d.compute_input_ns;
       else if (typeof d.compute_input_ns === "object")
        m.compute_input_ns = new $util.LongBits(d.compute_input_ns.low >>> 0, d.compute_input_ns.high >>> 0).toNumber(true);
      }
     }
     if (d.compute_infer_ns != null) {
      if (typeof d.compute_infer_ns === "object" ? d.compute_infer_ns.low || d.compute_infer_ns.high : $Number(d.compute_infer_ns) !== 0) {
       if ($util.Long)
        m.compute_infer_ns = $util.Long.fromValue(d.compute_infer_ns, true);
       else if (typeof d.compute_infer_ns === "string")
        m.compute_infer_ns = $parseInt(d.compute_infer_ns, 10);
       else if (typeof d.compute_infer_ns === "number")
        m.compute_infer_ns = d.compute_infer_ns;
       else if (typeof d.compute_infer_ns === "object")
        m.compute_infer_ns = new $util.LongBits(d.compute_infer_ns.low >>> 0, d.compute_infer_ns.high >>> 0).toNumber(true);
      }
     }
     if (d.compute_output_ns != null) {
      if (typeof d.compute_output_ns === "object" ? d.compute_output_ns.low || d.compute_output_ns.high : $Number(d.compute_output_ns) !== 0) {
       if ($util.Long)
        m.compute_output_ns = $util.Long.fromValue(d.compute_output_ns, true);
       else if (typeof d.compute_output_ns === "string")
        m.compute_output_ns = $parseInt(d.compute_output_ns, 10);
       else if (typeof d.compute_output_ns === "number")
        m.compute_output_ns = d.compute_output_ns;
       else if (typeof d.compute_output_ns === "object")
        m.compute_output_ns = new $util.LongBits(d.compute_output_ns.low >>> 0, d.compute_output_ns.high >>> 0).toNumber(true);
      }
     }
     if (d.failed != null) {
      if (d.failed) {
       m.failed = $Boolean(d.failed);
      }
     }
     return m;
    };
    Batch.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.defaults) {
      d.model = "";
      d.version = "";
      d.instance = "";
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.at_ns = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.at_ns = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      d.requests = 0;
      d.items = 0;
      d.reason = o.enums === $String ? "UNSPECIFIED" : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.oldest_wait_ns = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.oldest_wait_ns = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.mean_wait_ns = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.mean_wait_ns = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.compute_input_ns = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.compute_input_ns = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.compute_infer_ns = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.compute_infer_ns = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.compute_output_ns = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.compute_output_ns = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      d.failed = false;
     }
     if (m.model != null && $Object.hasOwnProperty.call(m, "model")) {
      d.model = m.model;
     }
     if (m.version != null && $Object.hasOwnProperty.call(m, "version")) {
      d.version = m.version;
     }
     if (m.instance != null && $Object.hasOwnProperty.call(m, "instance")) {
      d.instance = m.instance;
     }
     if (m.at_ns != null && $Object.hasOwnProperty.call(m, "at_ns")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.at_ns = typeof m.at_ns === "number" ? $BigInt(m.at_ns) : $util.Long.fromBits(m.at_ns.low >>> 0, m.at_ns.high >>> 0, true).toBigInt();
      else if (typeof m.at_ns === "number")
       d.at_ns = o.longs === $String ? $String(m.at_ns) : m.at_ns;
      else
       d.at_ns = o.longs === $String ? $util.Long.prototype.toString.call(m.at_ns) : o.longs === $Number ? new $util.LongBits(m.at_ns.low >>> 0, m.at_ns.high >>> 0).toNumber(true) : m.at_ns;
     }
     if (m.requests != null && $Object.hasOwnProperty.call(m, "requests")) {
      d.requests = m.requests;
     }
     if (m.items != null && $Object.hasOwnProperty.call(m, "items")) {
      d.items = m.items;
     }
     if (m.reason != null && $Object.hasOwnProperty.call(m, "reason")) {
      d.reason = o.enums === $String ? $root.batchdeck.telemetry.v1.DispatchReason[m.reason] === $undefined ? m.reason : $root.batchdeck.telemetry.v1.DispatchReason[m.reason] : m.reason;
     }
     if (m.oldest_wait_ns != null && $Object.hasOwnProperty.call(m, "oldest_wait_ns")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.oldest_wait_ns = typeof m.oldest_wait_ns === "number" ? $BigInt(m.oldest_wait_ns) : $util.Long.fromBits(m.oldest_wait_ns.low >>> 0, m.oldest_wait_ns.high >>> 0, true).toBigInt();
      else if (typeof m.oldest_wait_ns === "number")
       d.oldest_wait_ns = o.longs === $String ? $String(m.oldest_wait_ns) : m.oldest_wait_ns;
      else
       d.oldest_wait_ns = o.longs === $String ? $util.Long.prototype.toString.call(m.oldest_wait_ns) : o.longs === $Number ? new $util.LongBits(m.oldest_wait_ns.low >>> 0, m.oldest_wait_ns.high >>> 0).toNumber(true) : m.oldest_wait_ns;
     }
     if (m.mean_wait_ns != null && $Object.hasOwnProperty.call(m, "mean_wait_ns")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.mean_wait_ns = typeof m.mean_wait_ns === "number" ? $BigInt(m.mean_wait_ns) : $util.Long.fromBits(m.mean_wait_ns.low >>> 0, m.mean_wait_ns.high >>> 0, true).toBigInt();
      else if (typeof m.mean_wait_ns === "number")
       d.mean_wait_ns = o.longs === $String ? $String(m.mean_wait_ns) : m.mean_wait_ns;
      else
       d.mean_wait_ns = o.longs === $String ? $util.Long.prototype.toString.call(m.mean_wait_ns) : o.longs === $Number ? new $util.LongBits(m.mean_wait_ns.low >>> 0, m.mean_wait_ns.high >>> 0).toNumber(true) : m.mean_wait_ns;
     }
     if (m.compute_input_ns != null && $Object.hasOwnProperty.call(m, "compute_input_ns")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.compute_input_ns = typeof m.compute_input_ns === "number" ? $BigInt(m.compute_input_ns) : $util.Long.fromBits(m.compute_input_ns.low >>> 0, m.compute_input_ns.high >>> 0, true).toBigInt();
      else if (typeof m.compute_input_ns === "number")
       d.compute_input_ns = o.longs === $String ? $String(m.compute_input_ns) : m.compute_input_ns;
      else
       d.compute_input_ns = o.longs === $String ? $util.Long.prototype.toString.call(m.compute_input_ns) : o.longs === $Number ? new $util.LongBits(m.compute_input_ns.low >>> 0, m.compute_input_ns.high >>> 0).toNumber(true) : m.compute_input_ns;
     }
     if (m.compute_infer_ns != null && $Object.hasOwnProperty.call(m, "compute_infer_ns")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.compute_infer_ns = typeof m.compute_infer_ns === "number" ? $BigInt(m.compute_infer_ns) : $util.Long.fromBits(m.compute_infer_ns.low >>> 0, m.compute_infer_ns.high >>> 0, true).toBigInt();
      else if (typeof m.compute_infer_ns === "number")
       d.compute_infer_ns = o.longs === $String ? $String(m.compute_infer_ns) : m.compute_infer_ns;
      else
       d.compute_infer_ns = o.longs === $String ? $util.Long.prototype.toString.call(m.compute_infer_ns) : o.longs === $Number ? new $util.LongBits(m.compute_infer_ns.low >>> 0, m.compute_infer_ns.high >>> 0).toNumber(true) : m.compute_infer_ns;
     }
     if (m.compute_output_ns != null && $Object.hasOwnProperty.call(m, "compute_output_ns")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.compute_output_ns = typeof m.compute_output_ns === "number" ? $BigInt(m.compute_output_ns) : $util.Long.fromBits(m.compute_output_ns.low >>> 0, m.compute_output_ns.high >>> 0, true).toBigInt();
      else if (typeof m.compute_output_ns === "number")
       d.compute_output_ns = o.longs === $String ? $String(m.compute_output_ns) : m.compute_output_ns;
      else
       d.compute_output_ns = o.longs === $String ? $util.Long.prototype.toString.call(m.compute_output_ns) : o.longs === $Number ? new $util.LongBits(m.compute_output_ns.low >>> 0, m.compute_output_ns.high >>> 0).toNumber(true) : m.compute_output_ns;
     }
     if (m.failed != null && $Object.hasOwnProperty.call(m, "failed")) {
      d.failed = m.failed;
     }
     return d;
    };
    Batch.prototype.toJSON = function() {
     return Batch.toObject(this, $protobuf.util.toJSONOptions);
    };
    return Batch;
   })();
   v1.TracesRequest = (function() {
    const TracesRequest = function (p) {
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    TracesRequest.prototype.after_id = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    TracesRequest.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.after_id != null && $Object.hasOwnProperty.call(m, "after_id") && (typeof m.after_id === "object" ? m.after_id.low || m.after_id.high : m.after_id !== 0))
      w.uint32(/* id 1, wireType 0 =*/8).uint64(m.after_id);
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    TracesRequest.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m, v;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.batchdeck.telemetry.v1.TracesRequest();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.after_id = v;
        else
         delete m.after_id;
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    TracesRequest.fromObject = function (d, q) {
     if (d instanceof $root.batchdeck.telemetry.v1.TracesRequest)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".batchdeck.telemetry.v1.TracesRequest: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.batchdeck.telemetry.v1.TracesRequest();
     if (d.after_id != null) {
      if (typeof d.after_id === "object" ? d.after_id.low || d.after_id.high : $Number(d.after_id) !== 0) {
       if ($util.Long)
        m.after_id = $util.Long.fromValue(d.after_id, true);
       else if (typeof d.after_id === "string")
        m.after_id = $parseInt(d.after_id, 10);
       else if (typeof d.after_id === "number")
        m.after_id = d.after_id;
       else if (typeof d.after_id === "object")
        m.after_id = new $util.LongBits(d.after_id.low >>> 0, d.after_id.high >>> 0).toNumber(true);
      }
     }
     return m;
    };
    TracesRequest.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.defaults) {
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.after_id = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.after_id = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
     }
     if (m.after_id != null && $Object.hasOwnProperty.call(m, "after_id")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.after_id = typeof m.after_id === "number" ? $BigInt(m.after_id) : $util.Long.fromBits(m.after_id.low >>> 0, m.after_id.high >>> 0, true).toBigInt();
      else if (typeof m.after_id === "number")
       d.after_id = o.longs === $String ? $String(m.after_id) : m.after_id;
      else
       d.after_id = o.longs === $String ? $util.Long.prototype.toString.call(m.after_id) : o.longs === $Number ? new $util.LongBits(m.after_id.low >>> 0, m.after_id.high >>> 0).toNumber(true) : m.after_id;
     }
     return d;
    };
    TracesRequest.prototype.toJSON = function() {
     return TracesRequest.toObject(this, $protobuf.util.toJSONOptions);
    };
    return TracesRequest;
   })();
   v1.TracesResponse = (function() {
    const TracesResponse = function (p) {
     this.traces = [];
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    TracesResponse.prototype.traces = $util.emptyArray;
    TracesResponse.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.traces != null && m.traces.length) {
      for (var i = 0; i < m.traces.length; ++i)
       $root.batchdeck.telemetry.v1.Trace.encode(m.traces[i], w.uint32(/* id 1, wireType 2 =*/10).fork(), q + 1).ldelim();
     }
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    TracesResponse.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.batchdeck.telemetry.v1.TracesResponse();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 2)
         break;
        if (!(m.traces && m.traces.length))
         m.traces = [];
        m.traces.push($root.batchdeck.telemetry.v1.Trace.decode(r, r.size(), $undefined, q + 1));
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    TracesResponse.fromObject = function (d, q) {
     if (d instanceof $root.batchdeck.telemetry.v1.TracesResponse)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".batchdeck.telemetry.v1.TracesResponse: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.batchdeck.telemetry.v1.TracesResponse();
     if (d.traces) {
      if (!$Array.isArray(d.traces))
       throw $TypeError(".batchdeck.telemetry.v1.TracesResponse.traces: array expected");
      m.traces = $Array(d.traces.length);
      for (var i = 0; i < d.traces.length; ++i) {
       if (!$util.isObject(d.traces[i]))
        throw $TypeError(".batchdeck.telemetry.v1.TracesResponse.traces: object expected");
       m.traces[i] = $root.batchdeck.telemetry.v1.Trace.fromObject(d.traces[i], q + 1);
      }
     }
     return m;
    };
    TracesResponse.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.arrays || o.defaults) {
      d.traces = [];
     }
     if (m.traces && m.traces.length) {
      d.traces = $Array(m.traces.length);
      for (var j = 0; j < m.traces.length; ++j) {
       d.traces[j] = $root.batchdeck.telemetry.v1.Trace.toObject(m.traces[j], o, q + 1);
      }
     }
     return d;
    };
    TracesResponse.prototype.toJSON = function() {
     return TracesResponse.toObject(this, $protobuf.util.toJSONOptions);
    };
    return TracesResponse;
   })();
   v1.Trace = (function() {
    const Trace = function (p) {
     this.stamps = [];
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    Trace.prototype.id = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    Trace.prototype.parent_id = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    Trace.prototype.model_name = "";
    Trace.prototype.model_version = "";
    Trace.prototype.request_id = "";
    Trace.prototype.started_at_ms = 0;
    Trace.prototype.stamps = $util.emptyArray;
    Trace.prototype.instance = "";
    Trace.prototype.batch_size = 0;
    Trace.prototype.cache_hit = false;
    Trace.prototype.error = "";
    Trace.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.id != null && $Object.hasOwnProperty.call(m, "id") && (typeof m.id === "object" ? m.id.low || m.id.high : m.id !== 0))
      w.uint32(/* id 1, wireType 0 =*/8).uint64(m.id);
     if (m.parent_id != null && $Object.hasOwnProperty.call(m, "parent_id") && (typeof m.parent_id === "object" ? m.parent_id.low || m.parent_id.high : m.parent_id !== 0))
      w.uint32(/* id 2, wireType 0 =*/16).uint64(m.parent_id);
     if (m.model_name != null && $Object.hasOwnProperty.call(m, "model_name") && m.model_name !== "")
      w.uint32(/* id 3, wireType 2 =*/26).string(m.model_name);
     if (m.model_version != null && $Object.hasOwnProperty.call(m, "model_version") && m.model_version !== "")
      w.uint32(/* id 4, wireType 2 =*/34).string(m.model_version);
     if (m.request_id != null && $Object.hasOwnProperty.call(m, "request_id") && m.request_id !== "")
      w.uint32(/* id 5, wireType 2 =*/42).string(m.request_id);
     if (m.started_at_ms != null && $Object.hasOwnProperty.call(m, "started_at_ms") && !$Object.is(m.started_at_ms, 0))
      w.uint32(/* id 6, wireType 1 =*/49).double(m.started_at_ms);
     if (m.stamps != null && m.stamps.length) {
      for (var i = 0; i < m.stamps.length; ++i)
       $root.batchdeck.telemetry.v1.TraceStamp.encode(m.stamps[i], w.uint32(/* id 7, wireType 2 =*/58).fork(), q + 1).ldelim();
     }
     if (m.instance != null && $Object.hasOwnProperty.call(m, "instance") && m.instance !== "")
      w.uint32(/* id 8, wireType 2 =*/66).string(m.instance);
     if (m.batch_size != null && $Object.hasOwnProperty.call(m, "batch_size") && m.batch_size !== 0)
      w.uint32(/* id 9, wireType 0 =*/72).uint32(m.batch_size);
     if (m.cache_hit != null && $Object.hasOwnProperty.call(m, "cache_hit") && m.cache_hit !== false)
      w.uint32(/* id 10, wireType 0 =*/80).bool(m.cache_hit);
     if (m.error != null && $Object.hasOwnProperty.call(m, "error") && m.error !== "")
      w.uint32(/* id 11, wireType 2 =*/90).string(m.error);
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    Trace.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m, v;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.batchdeck.telemetry.v1.Trace();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.id = v;
        else
         delete m.id;
        continue;
       }
      case 2: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.parent_id = v;
        else
         delete m.parent_id;
        continue;
       }
      case 3: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.model_name = v;
        else
         delete m.model_name;
        continue;
       }
      case 4: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.model_version = v;
        else
         delete m.model_version;
        continue;
       }
      case 5: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.request_id = v;
        else
         delete m.request_id;
        continue;
       }
      case 6: {
        if (u !== 1)
         break;
        if (!$Object.is(v = r.double(), 0))
         m.started_at_ms = v;
        else
         delete m.started_at_ms;
        continue;
       }
      case 7: {
        if (u !== 2)
         break;
        if (!(m.stamps && m.stamps.length))
         m.stamps = [];
        m.stamps.push($root.batchdeck.telemetry.v1.TraceStamp.decode(r, r.size(), $undefined, q + 1));
        continue;
       }
      case 8: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.instance = v;
        else
         delete m.instance;
        continue;
       }
      case 9: {
        if (u !== 0)
         break;
        if (v = r.uint32())
         m.batch_size = v;
        else
         delete m.batch_size;
        continue;
       }
      case 10: {
        if (u !== 0)
         break;
        if (v = r.bool())
         m.cache_hit = v;
        else
         delete m.cache_hit;
        continue;
       }
      case 11: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.error = v;
        else
         delete m.error;
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    Trace.fromObject = function (d, q) {
     if (d instanceof $root.batchdeck.telemetry.v1.Trace)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".batchdeck.telemetry.v1.Trace: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.batchdeck.telemetry.v1.Trace();
     if (d.id != null) {
      if (typeof d.id === "object" ? d.id.low || d.id.high : $Number(d.id) !== 0) {
       if ($util.Long)
        m.id = $util.Long.fromValue(d.id, true);
       else if (typeof d.id === "string")
        m.id = $parseInt(d.id, 10);
       else if (typeof d.id === "number")
        m.id = d.id;
       else if (typeof d.id === "object")
        m.id = new $util.LongBits(d.id.low >>> 0, d.id.high >>> 0).toNumber(true);
      }
     }
     if (d.parent_id != null) {
      if (typeof d.parent_id === "object" ? d.parent_id.low || d.parent_id.high : $Number(d.parent_id) !== 0) {
       if ($util.Long)
        m.parent_id = $util.Long.fromValue(d.parent_id, true);
       else if (typeof d.parent_id === "string")
        m.parent_id = $parseInt(d.parent_id, 10);
       else if (typeof d.parent_id === "number")
        m.parent_id = d.parent_id;
       else if (typeof d.parent_id === "object")
        m.parent_id = new $util.LongBits(d.parent_id.low >>> 0, d.parent_id.high >>> 0).toNumber(true);
      }
     }
     if (d.model_name != null) {
      if (typeof d.model_name !== "string" || d.model_name.length) {
       m.model_name = $String(d.model_name);
      }
     }
     if (d.model_version != null) {
      if (typeof d.model_version !== "string" || d.model_version.length) {
       m.model_version = $String(d.model_version);
      }
     }
     if (d.request_id != null) {
      if (typeof d.request_id !== "string" || d.request_id.length) {
       m.request_id = $String(d.request_id);
      }
     }
     if (d.started_at_ms != null) {
      if (!$Object.is($Number(d.started_at_ms), 0)) {
       m.started_at_ms = $Number(d.started_at_ms);
      }
     }
     if (d.stamps) {
      if (!$Array.isArray(d.stamps))
       throw $TypeError(".batchdeck.telemetry.v1.Trace.stamps: array expected");
      m.stamps = $Array(d.stamps.length);
      for (var i = 0; i < d.stamps.length; ++i) {
       if (!$util.isObject(d.stamps[i]))
        throw $TypeError(".batchdeck.telemetry.v1.Trace.stamps: object expected");
       m.stamps[i] = $root.batchdeck.telemetry.v1.TraceStamp.fromObject(d.stamps[i], q + 1);
      }
     }
     if (d.instance != null) {
      if (typeof d.instance !== "string" || d.instance.length) {
       m.instance = $String(d.instance);
      }
     }
     if (d.batch_size != null) {
      if ($Number(d.batch_size) !== 0) {
       m.batch_size = d.batch_size >>> 0;
      }
     }
     if (d.cache_hit != null) {
      if (d.cache_hit) {
       m.cache_hit = $Boolean(d.cache_hit);
      }
     }
     if (d.error != null) {
      if (typeof d.error !== "string" || d.error.length) {
       m.error = $String(d.error);
      }
     }
     return m;
    };
    Trace.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.arrays || o.defaults) {
      d.stamps = [];
     }
     if (o.defaults) {
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.id = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.id = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.parent_id = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.parent_id = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
      d.model_name = "";
      d.model_version = "";
      d.request_id = "";
      d.started_at_ms = 0;
      d.instance = "";
      d.batch_size = 0;
      d.cache_hit = false;
      d.error = "";
     }
     if (m.id != null && $Object.hasOwnProperty.call(m, "id")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.id = typeof m.id === "number" ? $BigInt(m.id) : $util.Long.fromBits(m.id.low >>> 0, m.id.high >>> 0, true).toBigInt();
      else if (typeof m.id === "number")
       d.id = o.longs === $String ? $String(m.id) : m.id;
      else
       d.id = o.longs === $String ? $util.Long.prototype.toString.call(m.id) : o.longs === $Number ? new $util.LongBits(m.id.low >>> 0, m.id.high >>> 0).toNumber(true) : m.id;
     }
     if (m.parent_id != null && $Object.hasOwnProperty.call(m, "parent_id")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.parent_id = typeof m.parent_id === "number" ? $BigInt(m.parent_id) : $util.Long.fromBits(m.parent_id.low >>> 0, m.parent_id.high >>> 0, true).toBigInt();
      else if (typeof m.parent_id === "number")
       d.parent_id = o.longs === $String ? $String(m.parent_id) : m.parent_id;
      else
       d.parent_id = o.longs === $String ? $util.Long.prototype.toString.call(m.parent_id) : o.longs === $Number ? new $util.LongBits(m.parent_id.low >>> 0, m.parent_id.high >>> 0).toNumber(true) : m.parent_id;
     }
     if (m.model_name != null && $Object.hasOwnProperty.call(m, "model_name")) {
      d.model_name = m.model_name;
     }
     if (m.model_version != null && $Object.hasOwnProperty.call(m, "model_version")) {
      d.model_version = m.model_version;
     }
     if (m.request_id != null && $Object.hasOwnProperty.call(m, "request_id")) {
      d.request_id = m.request_id;
     }
     if (m.started_at_ms != null && $Object.hasOwnProperty.call(m, "started_at_ms")) {
      d.started_at_ms = o.json && !$isFinite(m.started_at_ms) ? $String(m.started_at_ms) : m.started_at_ms;
     }
     if (m.stamps && m.stamps.length) {
      d.stamps = $Array(m.stamps.length);
      for (var j = 0; j < m.stamps.length; ++j) {
       d.stamps[j] = $root.batchdeck.telemetry.v1.TraceStamp.toObject(m.stamps[j], o, q + 1);
      }
     }
     if (m.instance != null && $Object.hasOwnProperty.call(m, "instance")) {
      d.instance = m.instance;
     }
     if (m.batch_size != null && $Object.hasOwnProperty.call(m, "batch_size")) {
      d.batch_size = m.batch_size;
     }
     if (m.cache_hit != null && $Object.hasOwnProperty.call(m, "cache_hit")) {
      d.cache_hit = m.cache_hit;
     }
     if (m.error != null && $Object.hasOwnProperty.call(m, "error")) {
      d.error = m.error;
     }
     return d;
    };
    Trace.prototype.toJSON = function() {
     return Trace.toObject(this, $protobuf.util.toJSONOptions);
    };
    return Trace;
   })();
   v1.TraceStamp = (function() {
    const TraceStamp = function (p) {
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    TraceStamp.prototype.point = "";
    TraceStamp.prototype.at_ns = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    TraceStamp.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.point != null && $Object.hasOwnProperty.call(m, "point") && m.point !== "")
      w.uint32(/* id 1, wireType 2 =*/10).string(m.point);
     if (m.at_ns != null && $Object.hasOwnProperty.call(m, "at_ns") && (typeof m.at_ns === "object" ? m.at_ns.low || m.at_ns.high : m.at_ns !== 0))
      w.uint32(/* id 2, wireType 0 =*/16).uint64(m.at_ns);
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    TraceStamp.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m, v;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.batchdeck.telemetry.v1.TraceStamp();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.point = v;
        else
         delete m.point;
        continue;
       }
      case 2: {
        if (u !== 0)
         break;
        if (typeof (v = r.uint64()) === "object" ? v.low || v.high : v !== 0)
         m.at_ns = v;
        else
         delete m.at_ns;
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    TraceStamp.fromObject = function (d, q) {
     if (d instanceof $root.batchdeck.telemetry.v1.TraceStamp)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".batchdeck.telemetry.v1.TraceStamp: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.batchdeck.telemetry.v1.TraceStamp();
     if (d.point != null) {
      if (typeof d.point !== "string" || d.point.length) {
       m.point = $String(d.point);
      }
     }
     if (d.at_ns != null) {
      if (typeof d.at_ns === "object" ? d.at_ns.low || d.at_ns.high : $Number(d.at_ns) !== 0) {
       if ($util.Long)
        m.at_ns = $util.Long.fromValue(d.at_ns, true);
       else if (typeof d.at_ns === "string")
        m.at_ns = $parseInt(d.at_ns, 10);
       else if (typeof d.at_ns === "number")
        m.at_ns = d.at_ns;
       else if (typeof d.at_ns === "object")
        m.at_ns = new $util.LongBits(d.at_ns.low >>> 0, d.at_ns.high >>> 0).toNumber(true);
      }
     }
     return m;
    };
    TraceStamp.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.defaults) {
      d.point = "";
      if ($util.Long) {
       var n = new $util.Long(0, 0, true);
       d.at_ns = o.longs === $String ? n.toString() : o.longs === $Number ? n.toNumber() : typeof $BigInt !== "undefined" && o.longs === $BigInt ? n.toBigInt() : n;
      } else
       d.at_ns = o.longs === $String ? "0" : typeof $BigInt !== "undefined" && o.longs === $BigInt ? $BigInt("0") : 0;
     }
     if (m.point != null && $Object.hasOwnProperty.call(m, "point")) {
      d.point = m.point;
     }
     if (m.at_ns != null && $Object.hasOwnProperty.call(m, "at_ns")) {
      if (typeof $BigInt !== "undefined" && o.longs === $BigInt)
       d.at_ns = typeof m.at_ns === "number" ? $BigInt(m.at_ns) : $util.Long.fromBits(m.at_ns.low >>> 0, m.at_ns.high >>> 0, true).toBigInt();
      else if (typeof m.at_ns === "number")
       d.at_ns = o.longs === $String ? $String(m.at_ns) : m.at_ns;
      else
       d.at_ns = o.longs === $String ? $util.Long.prototype.toString.call(m.at_ns) : o.longs === $Number ? new $util.LongBits(m.at_ns.low >>> 0, m.at_ns.high >>> 0).toNumber(true) : m.at_ns;
     }
     return d;
    };
    TraceStamp.prototype.toJSON = function() {
     return TraceStamp.toObject(this, $protobuf.util.toJSONOptions);
    };
    return TraceStamp;
   })();
   v1.GetVersionSplitRequest = (function() {
    const GetVersionSplitRequest = function (p) {
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    GetVersionSplitRequest.prototype.model = "";
    GetVersionSplitRequest.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.model != null && $Object.hasOwnProperty.call(m, "model") && m.model !== "")
      w.uint32(/* id 1, wireType 2 =*/10).string(m.model);
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    GetVersionSplitRequest.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m, v;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.batchdeck.telemetry.v1.GetVersionSplitRequest();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.model = v;
        else
         delete m.model;
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    GetVersionSplitRequest.fromObject = function (d, q) {
     if (d instanceof $root.batchdeck.telemetry.v1.GetVersionSplitRequest)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".batchdeck.telemetry.v1.GetVersionSplitRequest: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.batchdeck.telemetry.v1.GetVersionSplitRequest();
     if (d.model != null) {
      if (typeof d.model !== "string" || d.model.length) {
       m.model = $String(d.model);
      }
     }
     return m;
    };
    GetVersionSplitRequest.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.defaults) {
      d.model = "";
     }
     if (m.model != null && $Object.hasOwnProperty.call(m, "model")) {
      d.model = m.model;
     }
     return d;
    };
    GetVersionSplitRequest.prototype.toJSON = function() {
     return GetVersionSplitRequest.toObject(this, $protobuf.util.toJSONOptions);
    };
    return GetVersionSplitRequest;
   })();
   v1.SetVersionSplitRequest = (function() {
    const SetVersionSplitRequest = function (p) {
     this.weights = {};
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    SetVersionSplitRequest.prototype.model = "";
    SetVersionSplitRequest.prototype.weights = $util.emptyObject;
    SetVersionSplitRequest.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.model != null && $Object.hasOwnProperty.call(m, "model") && m.model !== "")
      w.uint32(/* id 1, wireType 2 =*/10).string(m.model);
     if (m.weights != null && $Object.hasOwnProperty.call(m, "weights")) {
      for (var ks = $Object.keys(m.weights), i = 0; i < ks.length; ++i) {
       w.uint32(/* id 2, wireType 2 =*/18).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]).uint32(/* id 2, wireType 1 =*/17).double(m.weights[ks[i]]).ldelim();
      }
     }
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    SetVersionSplitRequest.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m, k, v;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.batchdeck.telemetry.v1.SetVersionSplitRequest();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 2)
         break;
        if ((v = r.stringVerify()).length)
         m.model = v;
        else
         delete m.model;
        continue;
       }
      case 2: {
        if (u !== 2)
         break;
        if (m.weights === $util.emptyObject)
         m.weights = {};
        var c2 = r.size() + r.pos;
        if (c2 > r.len)
         throw $RangeError("index out of range");
        r.len = c2;
        k = "";
        v = 0;
        while (r.pos < c2) {
         var t2 = r.tag();
         u = t2 & 7;
         switch (t2 >>>= 3) {
         case 1:
          if (u !== 2)
           break;
          k = r.stringVerify();
          continue;
         case 2:
          if (u !== 1)
           break;
          v = r.double();
          continue;
         }
         r.skipType(u, q, t2);
        }
        if (r.pos !== c2)
         throw $RangeError("index out of range");
        r.len = c;
        if (k === "__proto__")
         $util.makeProp(m.weights, k);
        m.weights[k] = v;
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    SetVersionSplitRequest.fromObject = function (d, q) {
     if (d instanceof $root.batchdeck.telemetry.v1.SetVersionSplitRequest)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".batchdeck.telemetry.v1.SetVersionSplitRequest: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.batchdeck.telemetry.v1.SetVersionSplitRequest();
     if (d.model != null) {
      if (typeof d.model !== "string" || d.model.length) {
       m.model = $String(d.model);
      }
     }
     if (d.weights) {
      if (!$util.isObject(d.weights))
       throw $TypeError(".batchdeck.telemetry.v1.SetVersionSplitRequest.weights: object expected");
      m.weights = {};
      for (var ks = $Object.keys(d.weights), i = 0; i < ks.length; ++i) {
       if (ks[i] === "__proto__")
        $util.makeProp(m.weights, ks[i]);
       m.weights[ks[i]] = $Number(d.weights[ks[i]]);
      }
     }
     return m;
    };
    SetVersionSplitRequest.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.objects || o.defaults) {
      d.weights = {};
     }
     if (o.defaults) {
      d.model = "";
     }
     if (m.model != null && $Object.hasOwnProperty.call(m, "model")) {
      d.model = m.model;
     }
     var ks2;
     if (m.weights && (ks2 = $Object.keys(m.weights)).length) {
      d.weights = {};
      for (var j = 0; j < ks2.length; ++j) {
       if (ks2[j] === "__proto__")
        $util.makeProp(d.weights, ks2[j]);
       d.weights[ks2[j]] = o.json && !$isFinite(m.weights[ks2[j]]) ? $String(m.weights[ks2[j]]) : m.weights[ks2[j]];
      }
     }
     return d;
    };
    SetVersionSplitRequest.prototype.toJSON = function() {
     return SetVersionSplitRequest.toObject(this, $protobuf.util.toJSONOptions);
    };
    return SetVersionSplitRequest;
   })();
   v1.VersionSplitResponse = (function() {
    const VersionSplitResponse = function (p) {
     this.weights = {};
     if (p)
      for (var ks = $Object.keys(p), i = 0; i < ks.length; ++i)
       if (p[ks[i]] != null && ks[i] !== "__proto__")
        this[ks[i]] = p[ks[i]];
    };
    VersionSplitResponse.prototype.weights = $util.emptyObject;
    VersionSplitResponse.encode = function (m, w, q) {
     if (!w)
      w = $Writer.create();
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     if (m.weights != null && $Object.hasOwnProperty.call(m, "weights")) {
      for (var ks = $Object.keys(m.weights), i = 0; i < ks.length; ++i) {
       w.uint32(/* id 1, wireType 2 =*/10).fork().uint32(/* id 1, wireType 2 =*/10).string(ks[i]).uint32(/* id 2, wireType 1 =*/17).double(m.weights[ks[i]]).ldelim();
      }
     }
     if (m.$unknowns != null && $Object.hasOwnProperty.call(m, "$unknowns"))
      for (var i = 0; i < m.$unknowns.length; ++i)
       w.raw(m.$unknowns[i]);
     return w;
    };
    VersionSplitResponse.decode = function (r, l, z, q, g) {
     if (!(r instanceof $Reader))
      r = $Reader.create(r);
     if (q === $undefined)
      q = 0;
     if (q > $Reader.recursionLimit)
      throw $Error("max depth exceeded");
     var c, m, k, v;
     if (l === $undefined)
      c = r.len;
     else {
      c = r.pos + l;
      if (c > r.len)
       throw $RangeError("index out of range");
      l = r.len;
      r.len = c;
     }
     m = g || new $root.batchdeck.telemetry.v1.VersionSplitResponse();
     while (r.pos < c) {
      var s = r.pos;
      var t = r.tag();
      if (t === z) {
       z = $undefined;
       break;
      }
      var u = t & 7;
      switch (t >>>= 3) {
      case 1: {
        if (u !== 2)
         break;
        if (m.weights === $util.emptyObject)
         m.weights = {};
        var c2 = r.size() + r.pos;
        if (c2 > r.len)
         throw $RangeError("index out of range");
        r.len = c2;
        k = "";
        v = 0;
        while (r.pos < c2) {
         var t2 = r.tag();
         u = t2 & 7;
         switch (t2 >>>= 3) {
         case 1:
          if (u !== 2)
           break;
          k = r.stringVerify();
          continue;
         case 2:
          if (u !== 1)
           break;
          v = r.double();
          continue;
         }
         r.skipType(u, q, t2);
        }
        if (r.pos !== c2)
         throw $RangeError("index out of range");
        r.len = c;
        if (k === "__proto__")
         $util.makeProp(m.weights, k);
        m.weights[k] = v;
        continue;
       }
      }
      r.skipType(u, q, t);
      if (!r.discardUnknown) {
       $util.makeProp(m, "$unknowns", false);
       (m.$unknowns || (m.$unknowns = [])).push(r.raw(s, r.pos));
      }
     }
     if (l !== $undefined) {
      if (r.pos !== c)
       throw $RangeError("index out of range");
      r.len = l;
     }
     if (z !== $undefined)
      throw $Error("missing end group");
     return m;
    };
    VersionSplitResponse.fromObject = function (d, q) {
     if (d instanceof $root.batchdeck.telemetry.v1.VersionSplitResponse)
      return d;
     if (!$util.isObject(d))
      throw $TypeError(".batchdeck.telemetry.v1.VersionSplitResponse: object expected");
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var m = new $root.batchdeck.telemetry.v1.VersionSplitResponse();
     if (d.weights) {
      if (!$util.isObject(d.weights))
       throw $TypeError(".batchdeck.telemetry.v1.VersionSplitResponse.weights: object expected");
      m.weights = {};
      for (var ks = $Object.keys(d.weights), i = 0; i < ks.length; ++i) {
       if (ks[i] === "__proto__")
        $util.makeProp(m.weights, ks[i]);
       m.weights[ks[i]] = $Number(d.weights[ks[i]]);
      }
     }
     return m;
    };
    VersionSplitResponse.toObject = function (m, o, q) {
     if (!o)
      o = {};
     if (q === $undefined)
      q = 0;
     if (q > $util.recursionLimit)
      throw $Error("max depth exceeded");
     var d = {};
     if (o.objects || o.defaults) {
      d.weights = {};
     }
     var ks2;
     if (m.weights && (ks2 = $Object.keys(m.weights)).length) {
      d.weights = {};
      for (var j = 0; j < ks2.length; ++j) {
       if (ks2[j] === "__proto__")
        $util.makeProp(d.weights, ks2[j]);
       d.weights[ks2[j]] = o.json && !$isFinite(m.weights[ks2[j]]) ? $String(m.weights[ks2[j]]) : m.weights[ks2[j]];
      }
     }
     return d;
    };
    VersionSplitResponse.prototype.toJSON = function() {
     return VersionSplitResponse.toObject(this, $protobuf.util.toJSONOptions);
    };
    return VersionSplitResponse;
   })();
   return v1;
  })();
  return telemetry;
 })();
 return batchdeck;
})();
