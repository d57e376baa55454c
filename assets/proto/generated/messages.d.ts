import * as $protobuf from "protobufjs/minimal.js";
export namespace inference {
 interface IServerLiveRequest extends inference.ServerLiveRequest.$Properties {
 }
 class ServerLiveRequest {
  constructor(p?: inference.ServerLiveRequest.$Properties);
  $unknowns?: Uint8Array[];
  static encode(m: inference.ServerLiveRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ServerLiveRequest & inference.ServerLiveRequest.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ServerLiveRequest;
  static toObject(m: inference.ServerLiveRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ServerLiveRequest {
  interface $Properties {
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ServerLiveRequest.$Properties;
 }
 interface IServerLiveResponse extends inference.ServerLiveResponse.$Properties {
 }
 class ServerLiveResponse {
  constructor(p?: inference.ServerLiveResponse.$Properties);
  $unknowns?: Uint8Array[];
  live: boolean;
  static encode(m: inference.ServerLiveResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ServerLiveResponse & inference.ServerLiveResponse.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ServerLiveResponse;
  static toObject(m: inference.ServerLiveResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ServerLiveResponse {
  interface $Properties {
   live?: (boolean|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ServerLiveResponse.$Properties;
 }
 interface IServerReadyRequest extends inference.ServerReadyRequest.$Properties {
 }
 class ServerReadyRequest {
  constructor(p?: inference.ServerReadyRequest.$Properties);
  $unknowns?: Uint8Array[];
  static encode(m: inference.ServerReadyRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ServerReadyRequest & inference.ServerReadyRequest.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ServerReadyRequest;
  static toObject(m: inference.ServerReadyRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ServerReadyRequest {
  interface $Properties {
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ServerReadyRequest.$Properties;
 }
 interface IServerReadyResponse extends inference.ServerReadyResponse.$Properties {
 }
 class ServerReadyResponse {
  constructor(p?: inference.ServerReadyResponse.$Properties);
  $unknowns?: Uint8Array[];
  ready: boolean;
  static encode(m: inference.ServerReadyResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ServerReadyResponse & inference.ServerReadyResponse.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ServerReadyResponse;
  static toObject(m: inference.ServerReadyResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ServerReadyResponse {
  interface $Properties {
   ready?: (boolean|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ServerReadyResponse.$Properties;
 }
 interface IModelReadyRequest extends inference.ModelReadyRequest.$Properties {
 }
 class ModelReadyRequest {
  constructor(p?: inference.ModelReadyRequest.$Properties);
  $unknowns?: Uint8Array[];
  name: string;
  version: string;
  static encode(m: inference.ModelReadyRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelReadyRequest & inference.ModelReadyRequest.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelReadyRequest;
  static toObject(m: inference.ModelReadyRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelReadyRequest {
  interface $Properties {
   name?: (string|null);
   version?: (string|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ModelReadyRequest.$Properties;
 }
 interface IModelReadyResponse extends inference.ModelReadyResponse.$Properties {
 }
 class ModelReadyResponse {
  constructor(p?: inference.ModelReadyResponse.$Properties);
  $unknowns?: Uint8Array[];
  ready: boolean;
  static encode(m: inference.ModelReadyResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelReadyResponse & inference.ModelReadyResponse.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelReadyResponse;
  static toObject(m: inference.ModelReadyResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelReadyResponse {
  interface $Properties {
   ready?: (boolean|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ModelReadyResponse.$Properties;
 }
 interface IServerMetadataRequest extends inference.ServerMetadataRequest.$Properties {
 }
 class ServerMetadataRequest {
  constructor(p?: inference.ServerMetadataRequest.$Properties);
  $unknowns?: Uint8Array[];
  static encode(m: inference.ServerMetadataRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ServerMetadataRequest & inference.ServerMetadataRequest.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ServerMetadataRequest;
  static toObject(m: inference.ServerMetadataRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ServerMetadataRequest {
  interface $Properties {
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ServerMetadataRequest.$Properties;
 }
 interface IServerMetadataResponse extends inference.ServerMetadataResponse.$Properties {
 }
 class ServerMetadataResponse {
  constructor(p?: inference.ServerMetadataResponse.$Properties);
  $unknowns?: Uint8Array[];
  name: string;
  version: string;
  extensions: string[];
  static encode(m: inference.ServerMetadataResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ServerMetadataResponse & inference.ServerMetadataResponse.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ServerMetadataResponse;
  static toObject(m: inference.ServerMetadataResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ServerMetadataResponse {
  interface $Properties {
   name?: (string|null);
   version?: (string|null);
   extensions?: (string[]|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ServerMetadataResponse.$Properties;
 }
 interface IModelMetadataRequest extends inference.ModelMetadataRequest.$Properties {
 }
 class ModelMetadataRequest {
  constructor(p?: inference.ModelMetadataRequest.$Properties);
  $unknowns?: Uint8Array[];
  name: string;
  version: string;
  static encode(m: inference.ModelMetadataRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelMetadataRequest & inference.ModelMetadataRequest.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelMetadataRequest;
  static toObject(m: inference.ModelMetadataRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelMetadataRequest {
  interface $Properties {
   name?: (string|null);
   version?: (string|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ModelMetadataRequest.$Properties;
 }
 interface IModelMetadataResponse extends inference.ModelMetadataResponse.$Properties {
 }
 class ModelMetadataResponse {
  constructor(p?: inference.ModelMetadataResponse.$Properties);
  $unknowns?: Uint8Array[];
  name: string;
  versions: string[];
  platform: string;
  inputs: inference.ModelMetadataResponse.TensorMetadata.$Properties[];
  outputs: inference.ModelMetadataResponse.TensorMetadata.$Properties[];
  static encode(m: inference.ModelMetadataResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelMetadataResponse & inference.ModelMetadataResponse.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelMetadataResponse;
  static toObject(m: inference.ModelMetadataResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelMetadataResponse {
  interface $Properties {
   name?: (string|null);
   versions?: (string[]|null);
   platform?: (string|null);
   inputs?: (inference.ModelMetadataResponse.TensorMetadata.$Properties[]|null);
   outputs?: (inference.ModelMetadataResponse.TensorMetadata.$Properties[]|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ModelMetadataResponse.$Properties;
  interface ITensorMetadata extends inference.ModelMetadataResponse.TensorMetadata.$Properties {
  }
  class TensorMetadata {
   constructor(p?: inference.ModelMetadataResponse.TensorMetadata.$Properties);
   $unknowns?: Uint8Array[];
   name: string;
   datatype: string;
   shape: number[];
   static encode(m: inference.ModelMetadataResponse.TensorMetadata.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelMetadataResponse.TensorMetadata & inference.ModelMetadataResponse.TensorMetadata.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelMetadataResponse.TensorMetadata;
   static toObject(m: inference.ModelMetadataResponse.TensorMetadata, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace TensorMetadata {
   interface $Properties {
    name?: (string|null);
    datatype?: (string|null);
    shape?: (number[]|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = inference.ModelMetadataResponse.TensorMetadata.$Properties;
  }
 }
 interface IInferParameter extends inference.InferParameter.$Properties {
 }
 class InferParameter {
  constructor(p?: inference.InferParameter.$Properties);
  $unknowns?: Uint8Array[];
  bool_param?: (boolean|null);
  int64_param?: (number|null);
  string_param?: (string|null);
  double_param?: (number|null);
  uint64_param?: (number|null);
  parameter_choice?: ("bool_param"|"int64_param"|"string_param"|"double_param"|"uint64_param");
  static encode(m: inference.InferParameter.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.InferParameter & inference.InferParameter.$Shape;
  static fromObject(d: { [k: string]: any }): inference.InferParameter;
  static toObject(m: inference.InferParameter, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace InferParameter {
  interface $Properties {
   bool_param?: (boolean|null);
   int64_param?: (number|null);
   string_param?: (string|null);
   double_param?: (number|null);
   uint64_param?: (number|null);
   parameter_choice?: ("bool_param"|"int64_param"|"string_param"|"double_param"|"uint64_param");
   $unknowns?: Uint8Array[];
  }
  type $Shape = {
    bool_param?: boolean|null;
    int64_param?: number|null;
    string_param?: string|null;
    double_param?: number|null;
    uint64_param?: number|null;
    $unknowns?: Uint8Array[];
  } & (
    ({ parameter_choice?: undefined; bool_param?: null; int64_param?: null; string_param?: null; double_param?: null; uint64_param?: null }|{ parameter_choice?: "bool_param"; bool_param: boolean; int64_param?: null; string_param?: null; double_param?: null; uint64_param?: null }|{ parameter_choice?: "int64_param"; bool_param?: null; int64_param: number; string_param?: null; double_param?: null; uint64_param?: null }|{ parameter_choice?: "string_param"; bool_param?: null; int64_param?: null; string_param: string; double_param?: null; uint64_param?: null }|{ parameter_choice?: "double_param"; bool_param?: null; int64_param?: null; string_param?: null; double_param: number; uint64_param?: null }|{ parameter_choice?: "uint64_param"; bool_param?: null; int64_param?: null; string_param?: null; double_param?: null; uint64_param: number })
  );
 }
 interface IInferTensorContents extends inference.InferTensorContents.$Properties {
 }
 class InferTensorContents {
  constructor(p?: inference.InferTensorContents.$Properties);
  $unknowns?: Uint8Array[];
  bool_contents: boolean[];
  int_contents: number[];
  int64_contents: number[];
  uint_contents: number[];
  uint64_contents: number[];
  fp32_contents: number[];
  fp64_contents: number[];
  bytes_contents: Uint8Array[];
  static encode(m: inference.InferTensorContents.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.InferTensorContents & inference.InferTensorContents.$Shape;
  static fromObject(d: { [k: string]: any }): inference.InferTensorContents;
  static toObject(m: inference.InferTensorContents, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace InferTensorContents {
  interface $Properties {
   bool_contents?: (boolean[]|null);
   int_contents?: (number[]|null);
   int64_contents?: (number[]|null);
   uint_contents?: (number[]|null);
   uint64_contents?: (number[]|null);
   fp32_contents?: (number[]|null);
   fp64_contents?: (number[]|null);
   bytes_contents?: (Uint8Array[]|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.InferTensorContents.$Properties;
 }
 interface IModelInferRequest extends inference.ModelInferRequest.$Properties {
 }
 class ModelInferRequest {
  constructor(p?: inference.ModelInferRequest.$Properties);
  $unknowns?: Uint8Array[];
  model_name: string;
  model_version: string;
  id: string;
  parameters: { [k: string]: inference.InferParameter.$Properties };
  inputs: inference.ModelInferRequest.InferInputTensor.$Properties[];
  outputs: inference.ModelInferRequest.InferRequestedOutputTensor.$Properties[];
  raw_input_contents: Uint8Array[];
  static encode(m: inference.ModelInferRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelInferRequest & inference.ModelInferRequest.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelInferRequest;
  static toObject(m: inference.ModelInferRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelInferRequest {
  interface $Properties {
   model_name?: (string|null);
   model_version?: (string|null);
   id?: (string|null);
   parameters?: ({ [k: string]: inference.InferParameter.$Properties }|null);
   inputs?: (inference.ModelInferRequest.InferInputTensor.$Properties[]|null);
   outputs?: (inference.ModelInferRequest.InferRequestedOutputTensor.$Properties[]|null);
   raw_input_contents?: (Uint8Array[]|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = {
    model_name?: string|null;
    model_version?: string|null;
    id?: string|null;
    parameters?: { [k: string]: inference.InferParameter.$Shape }|null;
    inputs?: inference.ModelInferRequest.InferInputTensor.$Shape[]|null;
    outputs?: inference.ModelInferRequest.InferRequestedOutputTensor.$Shape[]|null;
    raw_input_contents?: Uint8Array[]|null;
    $unknowns?: Uint8Array[];
  };
  interface IInferInputTensor extends inference.ModelInferRequest.InferInputTensor.$Properties {
  }
  class InferInputTensor {
   constructor(p?: inference.ModelInferRequest.InferInputTensor.$Properties);
   $unknowns?: Uint8Array[];
   name: string;
   datatype: string;
   shape: number[];
   parameters: { [k: string]: inference.InferParameter.$Properties };
   contents?: (inference.InferTensorContents.$Properties|null);
   static encode(m: inference.ModelInferRequest.InferInputTensor.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelInferRequest.InferInputTensor & inference.ModelInferRequest.InferInputTensor.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelInferRequest.InferInputTensor;
   static toObject(m: inference.ModelInferRequest.InferInputTensor, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace InferInputTensor {
   interface $Properties {
    name?: (string|null);
    datatype?: (string|null);
    shape?: (number[]|null);
    parameters?: ({ [k: string]: inference.InferParameter.$Properties }|null);
    contents?: (inference.InferTensorContents.$Properties|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = {
     name?: string|null;
     datatype?: string|null;
     shape?: number[]|null;
     parameters?: { [k: string]: inference.InferParameter.$Shape }|null;
     contents?: inference.InferTensorContents.$Shape|null;
     $unknowns?: Uint8Array[];
   };
  }
  interface IInferRequestedOutputTensor extends inference.ModelInferRequest.InferRequestedOutputTensor.$Properties {
  }
  class InferRequestedOutputTensor {
   constructor(p?: inference.ModelInferRequest.InferRequestedOutputTensor.$Properties);
   $unknowns?: Uint8Array[];
   name: string;
   parameters: { [k: string]: inference.InferParameter.$Properties };
   static encode(m: inference.ModelInferRequest.InferRequestedOutputTensor.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelInferRequest.InferRequestedOutputTensor & inference.ModelInferRequest.InferRequestedOutputTensor.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelInferRequest.InferRequestedOutputTensor;
   static toObject(m: inference.ModelInferRequest.InferRequestedOutputTensor, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace InferRequestedOutputTensor {
   interface $Properties {
    name?: (string|null);
    parameters?: ({ [k: string]: inference.InferParameter.$Properties }|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = {
     name?: string|null;
     parameters?: { [k: string]: inference.InferParameter.$Shape }|null;
     $unknowns?: Uint8Array[];
   };
  }
 }
 interface IModelInferResponse extends inference.ModelInferResponse.$Properties {
 }
 class ModelInferResponse {
  constructor(p?: inference.ModelInferResponse.$Properties);
  $unknowns?: Uint8Array[];
  model_name: string;
  model_version: string;
  id: string;
  parameters: { [k: string]: inference.InferParameter.$Properties };
  outputs: inference.ModelInferResponse.InferOutputTensor.$Properties[];
  raw_output_contents: Uint8Array[];
  static encode(m: inference.ModelInferResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelInferResponse & inference.ModelInferResponse.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelInferResponse;
  static toObject(m: inference.ModelInferResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelInferResponse {
  interface $Properties {
   model_name?: (string|null);
   model_version?: (string|null);
   id?: (string|null);
   parameters?: ({ [k: string]: inference.InferParameter.$Properties }|null);
   outputs?: (inference.ModelInferResponse.InferOutputTensor.$Properties[]|null);
   raw_output_contents?: (Uint8Array[]|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = {
    model_name?: string|null;
    model_version?: string|null;
    id?: string|null;
    parameters?: { [k: string]: inference.InferParameter.$Shape }|null;
    outputs?: inference.ModelInferResponse.InferOutputTensor.$Shape[]|null;
    raw_output_contents?: Uint8Array[]|null;
    $unknowns?: Uint8Array[];
  };
  interface IInferOutputTensor extends inference.ModelInferResponse.InferOutputTensor.$Properties {
  }
  class InferOutputTensor {
   constructor(p?: inference.ModelInferResponse.InferOutputTensor.$Properties);
   $unknowns?: Uint8Array[];
   name: string;
   datatype: string;
   shape: number[];
   parameters: { [k: string]: inference.InferParameter.$Properties };
   contents?: (inference.InferTensorContents.$Properties|null);
   static encode(m: inference.ModelInferResponse.InferOutputTensor.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelInferResponse.InferOutputTensor & inference.ModelInferResponse.InferOutputTensor.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelInferResponse.InferOutputTensor;
   static toObject(m: inference.ModelInferResponse.InferOutputTensor, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace InferOutputTensor {
   interface $Properties {
    name?: (string|null);
    datatype?: (string|null);
    shape?: (number[]|null);
    parameters?: ({ [k: string]: inference.InferParameter.$Properties }|null);
    contents?: (inference.InferTensorContents.$Properties|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = {
     name?: string|null;
     datatype?: string|null;
     shape?: number[]|null;
     parameters?: { [k: string]: inference.InferParameter.$Shape }|null;
     contents?: inference.InferTensorContents.$Shape|null;
     $unknowns?: Uint8Array[];
   };
  }
 }
 interface IModelStreamInferResponse extends inference.ModelStreamInferResponse.$Properties {
 }
 class ModelStreamInferResponse {
  constructor(p?: inference.ModelStreamInferResponse.$Properties);
  $unknowns?: Uint8Array[];
  error_message: string;
  infer_response?: (inference.ModelInferResponse.$Properties|null);
  static encode(m: inference.ModelStreamInferResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelStreamInferResponse & inference.ModelStreamInferResponse.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelStreamInferResponse;
  static toObject(m: inference.ModelStreamInferResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelStreamInferResponse {
  interface $Properties {
   error_message?: (string|null);
   infer_response?: (inference.ModelInferResponse.$Properties|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = {
    error_message?: string|null;
    infer_response?: inference.ModelInferResponse.$Shape|null;
    $unknowns?: Uint8Array[];
  };
 }
 interface IModelConfigRequest extends inference.ModelConfigRequest.$Properties {
 }
 class ModelConfigRequest {
  constructor(p?: inference.ModelConfigRequest.$Properties);
  $unknowns?: Uint8Array[];
  name: string;
  version: string;
  static encode(m: inference.ModelConfigRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelConfigRequest & inference.ModelConfigRequest.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelConfigRequest;
  static toObject(m: inference.ModelConfigRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelConfigRequest {
  interface $Properties {
   name?: (string|null);
   version?: (string|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ModelConfigRequest.$Properties;
 }
 interface IModelConfigResponse extends inference.ModelConfigResponse.$Properties {
 }
 class ModelConfigResponse {
  constructor(p?: inference.ModelConfigResponse.$Properties);
  $unknowns?: Uint8Array[];
  config?: (inference.ModelConfig.$Properties|null);
  static encode(m: inference.ModelConfigResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelConfigResponse & inference.ModelConfigResponse.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelConfigResponse;
  static toObject(m: inference.ModelConfigResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelConfigResponse {
  interface $Properties {
   config?: (inference.ModelConfig.$Properties|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = {
    config?: inference.ModelConfig.$Shape|null;
    $unknowns?: Uint8Array[];
  };
 }
 interface IModelStatisticsRequest extends inference.ModelStatisticsRequest.$Properties {
 }
 class ModelStatisticsRequest {
  constructor(p?: inference.ModelStatisticsRequest.$Properties);
  $unknowns?: Uint8Array[];
  name: string;
  version: string;
  static encode(m: inference.ModelStatisticsRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelStatisticsRequest & inference.ModelStatisticsRequest.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelStatisticsRequest;
  static toObject(m: inference.ModelStatisticsRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelStatisticsRequest {
  interface $Properties {
   name?: (string|null);
   version?: (string|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ModelStatisticsRequest.$Properties;
 }
 interface IStatisticDuration extends inference.StatisticDuration.$Properties {
 }
 class StatisticDuration {
  constructor(p?: inference.StatisticDuration.$Properties);
  $unknowns?: Uint8Array[];
  count: number;
  ns: number;
  static encode(m: inference.StatisticDuration.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.StatisticDuration & inference.StatisticDuration.$Shape;
  static fromObject(d: { [k: string]: any }): inference.StatisticDuration;
  static toObject(m: inference.StatisticDuration, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace StatisticDuration {
  interface $Properties {
   count?: (number|null);
   ns?: (number|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.StatisticDuration.$Properties;
 }
 interface IInferStatistics extends inference.InferStatistics.$Properties {
 }
 class InferStatistics {
  constructor(p?: inference.InferStatistics.$Properties);
  $unknowns?: Uint8Array[];
  success?: (inference.StatisticDuration.$Properties|null);
  fail?: (inference.StatisticDuration.$Properties|null);
  queue?: (inference.StatisticDuration.$Properties|null);
  compute_input?: (inference.StatisticDuration.$Properties|null);
  compute_infer?: (inference.StatisticDuration.$Properties|null);
  compute_output?: (inference.StatisticDuration.$Properties|null);
  cache_hit?: (inference.StatisticDuration.$Properties|null);
  cache_miss?: (inference.StatisticDuration.$Properties|null);
  static encode(m: inference.InferStatistics.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.InferStatistics & inference.InferStatistics.$Shape;
  static fromObject(d: { [k: string]: any }): inference.InferStatistics;
  static toObject(m: inference.InferStatistics, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace InferStatistics {
  interface $Properties {
   success?: (inference.StatisticDuration.$Properties|null);
   fail?: (inference.StatisticDuration.$Properties|null);
   queue?: (inference.StatisticDuration.$Properties|null);
   compute_input?: (inference.StatisticDuration.$Properties|null);
   compute_infer?: (inference.StatisticDuration.$Properties|null);
   compute_output?: (inference.StatisticDuration.$Properties|null);
   cache_hit?: (inference.StatisticDuration.$Properties|null);
   cache_miss?: (inference.StatisticDuration.$Properties|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.InferStatistics.$Properties;
 }
 interface IInferResponseStatistics extends inference.InferResponseStatistics.$Properties {
 }
 class InferResponseStatistics {
  constructor(p?: inference.InferResponseStatistics.$Properties);
  $unknowns?: Uint8Array[];
  compute_infer?: (inference.StatisticDuration.$Properties|null);
  compute_output?: (inference.StatisticDuration.$Properties|null);
  success?: (inference.StatisticDuration.$Properties|null);
  fail?: (inference.StatisticDuration.$Properties|null);
  empty_response?: (inference.StatisticDuration.$Properties|null);
  cancel?: (inference.StatisticDuration.$Properties|null);
  static encode(m: inference.InferResponseStatistics.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.InferResponseStatistics & inference.InferResponseStatistics.$Shape;
  static fromObject(d: { [k: string]: any }): inference.InferResponseStatistics;
  static toObject(m: inference.InferResponseStatistics, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace InferResponseStatistics {
  interface $Properties {
   compute_infer?: (inference.StatisticDuration.$Properties|null);
   compute_output?: (inference.StatisticDuration.$Properties|null);
   success?: (inference.StatisticDuration.$Properties|null);
   fail?: (inference.StatisticDuration.$Properties|null);
   empty_response?: (inference.StatisticDuration.$Properties|null);
   cancel?: (inference.StatisticDuration.$Properties|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.InferResponseStatistics.$Properties;
 }
 interface IInferBatchStatistics extends inference.InferBatchStatistics.$Properties {
 }
 class InferBatchStatistics {
  constructor(p?: inference.InferBatchStatistics.$Properties);
  $unknowns?: Uint8Array[];
  batch_size: number;
  compute_input?: (inference.StatisticDuration.$Properties|null);
  compute_infer?: (inference.StatisticDuration.$Properties|null);
  compute_output?: (inference.StatisticDuration.$Properties|null);
  static encode(m: inference.InferBatchStatistics.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.InferBatchStatistics & inference.InferBatchStatistics.$Shape;
  static fromObject(d: { [k: string]: any }): inference.InferBatchStatistics;
  static toObject(m: inference.InferBatchStatistics, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace InferBatchStatistics {
  interface $Properties {
   batch_size?: (number|null);
   compute_input?: (inference.StatisticDuration.$Properties|null);
   compute_infer?: (inference.StatisticDuration.$Properties|null);
   compute_output?: (inference.StatisticDuration.$Properties|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.InferBatchStatistics.$Properties;
 }
 interface IMemoryUsage extends inference.MemoryUsage.$Properties {
 }
 class MemoryUsage {
  constructor(p?: inference.MemoryUsage.$Properties);
  $unknowns?: Uint8Array[];
  type: string;
  id: number;
  byte_size: number;
  static encode(m: inference.MemoryUsage.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.MemoryUsage & inference.MemoryUsage.$Shape;
  static fromObject(d: { [k: string]: any }): inference.MemoryUsage;
  static toObject(m: inference.MemoryUsage, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace MemoryUsage {
  interface $Properties {
   type?: (string|null);
   id?: (number|null);
   byte_size?: (number|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.MemoryUsage.$Properties;
 }
 interface IModelStatistics extends inference.ModelStatistics.$Properties {
 }
 class ModelStatistics {
  constructor(p?: inference.ModelStatistics.$Properties);
  $unknowns?: Uint8Array[];
  name: string;
  version: string;
  last_inference: number;
  inference_count: number;
  execution_count: number;
  inference_stats?: (inference.InferStatistics.$Properties|null);
  batch_stats: inference.InferBatchStatistics.$Properties[];
  memory_usage: inference.MemoryUsage.$Properties[];
  response_stats: { [k: string]: inference.InferResponseStatistics.$Properties };
  static encode(m: inference.ModelStatistics.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelStatistics & inference.ModelStatistics.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelStatistics;
  static toObject(m: inference.ModelStatistics, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelStatistics {
  interface $Properties {
   name?: (string|null);
   version?: (string|null);
   last_inference?: (number|null);
   inference_count?: (number|null);
   execution_count?: (number|null);
   inference_stats?: (inference.InferStatistics.$Properties|null);
   batch_stats?: (inference.InferBatchStatistics.$Properties[]|null);
   memory_usage?: (inference.MemoryUsage.$Properties[]|null);
   response_stats?: ({ [k: string]: inference.InferResponseStatistics.$Properties }|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ModelStatistics.$Properties;
 }
 interface IModelStatisticsResponse extends inference.ModelStatisticsResponse.$Properties {
 }
 class ModelStatisticsResponse {
  constructor(p?: inference.ModelStatisticsResponse.$Properties);
  $unknowns?: Uint8Array[];
  model_stats: inference.ModelStatistics.$Properties[];
  static encode(m: inference.ModelStatisticsResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelStatisticsResponse & inference.ModelStatisticsResponse.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelStatisticsResponse;
  static toObject(m: inference.ModelStatisticsResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelStatisticsResponse {
  interface $Properties {
   model_stats?: (inference.ModelStatistics.$Properties[]|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ModelStatisticsResponse.$Properties;
 }
 interface IModelRepositoryParameter extends inference.ModelRepositoryParameter.$Properties {
 }
 class ModelRepositoryParameter {
  constructor(p?: inference.ModelRepositoryParameter.$Properties);
  $unknowns?: Uint8Array[];
  bool_param?: (boolean|null);
  int64_param?: (number|null);
  string_param?: (string|null);
  bytes_param?: (Uint8Array|null);
  parameter_choice?: ("bool_param"|"int64_param"|"string_param"|"bytes_param");
  static encode(m: inference.ModelRepositoryParameter.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelRepositoryParameter & inference.ModelRepositoryParameter.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelRepositoryParameter;
  static toObject(m: inference.ModelRepositoryParameter, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelRepositoryParameter {
  interface $Properties {
   bool_param?: (boolean|null);
   int64_param?: (number|null);
   string_param?: (string|null);
   bytes_param?: (Uint8Array|null);
   parameter_choice?: ("bool_param"|"int64_param"|"string_param"|"bytes_param");
   $unknowns?: Uint8Array[];
  }
  type $Shape = {
    bool_param?: boolean|null;
    int64_param?: number|null;
    string_param?: string|null;
    bytes_param?: Uint8Array|null;
    $unknowns?: Uint8Array[];
  } & (
    ({ parameter_choice?: undefined; bool_param?: null; int64_param?: null; string_param?: null; bytes_param?: null }|{ parameter_choice?: "bool_param"; bool_param: boolean; int64_param?: null; string_param?: null; bytes_param?: null }|{ parameter_choice?: "int64_param"; bool_param?: null; int64_param: number; string_param?: null; bytes_param?: null }|{ parameter_choice?: "string_param"; bool_param?: null; int64_param?: null; string_param: string; bytes_param?: null }|{ parameter_choice?: "bytes_param"; bool_param?: null; int64_param?: null; string_param?: null; bytes_param: Uint8Array })
  );
 }
 interface IRepositoryIndexRequest extends inference.RepositoryIndexRequest.$Properties {
 }
 class RepositoryIndexRequest {
  constructor(p?: inference.RepositoryIndexRequest.$Properties);
  $unknowns?: Uint8Array[];
  repository_name: string;
  ready: boolean;
  static encode(m: inference.RepositoryIndexRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.RepositoryIndexRequest & inference.RepositoryIndexRequest.$Shape;
  static fromObject(d: { [k: string]: any }): inference.RepositoryIndexRequest;
  static toObject(m: inference.RepositoryIndexRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace RepositoryIndexRequest {
  interface $Properties {
   repository_name?: (string|null);
   ready?: (boolean|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.RepositoryIndexRequest.$Properties;
 }
 interface IRepositoryIndexResponse extends inference.RepositoryIndexResponse.$Properties {
 }
 class RepositoryIndexResponse {
  constructor(p?: inference.RepositoryIndexResponse.$Properties);
  $unknowns?: Uint8Array[];
  models: inference.RepositoryIndexResponse.ModelIndex.$Properties[];
  static encode(m: inference.RepositoryIndexResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.RepositoryIndexResponse & inference.RepositoryIndexResponse.$Shape;
  static fromObject(d: { [k: string]: any }): inference.RepositoryIndexResponse;
  static toObject(m: inference.RepositoryIndexResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace RepositoryIndexResponse {
  interface $Properties {
   models?: (inference.RepositoryIndexResponse.ModelIndex.$Properties[]|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.RepositoryIndexResponse.$Properties;
  interface IModelIndex extends inference.RepositoryIndexResponse.ModelIndex.$Properties {
  }
  class ModelIndex {
   constructor(p?: inference.RepositoryIndexResponse.ModelIndex.$Properties);
   $unknowns?: Uint8Array[];
   name: string;
   version: string;
   state: string;
   reason: string;
   static encode(m: inference.RepositoryIndexResponse.ModelIndex.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.RepositoryIndexResponse.ModelIndex & inference.RepositoryIndexResponse.ModelIndex.$Shape;
   static fromObject(d: { [k: string]: any }): inference.RepositoryIndexResponse.ModelIndex;
   static toObject(m: inference.RepositoryIndexResponse.ModelIndex, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace ModelIndex {
   interface $Properties {
    name?: (string|null);
    version?: (string|null);
    state?: (string|null);
    reason?: (string|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = inference.RepositoryIndexResponse.ModelIndex.$Properties;
  }
 }
 interface IRepositoryModelLoadRequest extends inference.RepositoryModelLoadRequest.$Properties {
 }
 class RepositoryModelLoadRequest {
  constructor(p?: inference.RepositoryModelLoadRequest.$Properties);
  $unknowns?: Uint8Array[];
  repository_name: string;
  model_name: string;
  parameters: { [k: string]: inference.ModelRepositoryParameter.$Properties };
  static encode(m: inference.RepositoryModelLoadRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.RepositoryModelLoadRequest & inference.RepositoryModelLoadRequest.$Shape;
  static fromObject(d: { [k: string]: any }): inference.RepositoryModelLoadRequest;
  static toObject(m: inference.RepositoryModelLoadRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace RepositoryModelLoadRequest {
  interface $Properties {
   repository_name?: (string|null);
   model_name?: (string|null);
   parameters?: ({ [k: string]: inference.ModelRepositoryParameter.$Properties }|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = {
    repository_name?: string|null;
    model_name?: string|null;
    parameters?: { [k: string]: inference.ModelRepositoryParameter.$Shape }|null;
    $unknowns?: Uint8Array[];
  };
 }
 interface IRepositoryModelLoadResponse extends inference.RepositoryModelLoadResponse.$Properties {
 }
 class RepositoryModelLoadResponse {
  constructor(p?: inference.RepositoryModelLoadResponse.$Properties);
  $unknowns?: Uint8Array[];
  static encode(m: inference.RepositoryModelLoadResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.RepositoryModelLoadResponse & inference.RepositoryModelLoadResponse.$Shape;
  static fromObject(d: { [k: string]: any }): inference.RepositoryModelLoadResponse;
  static toObject(m: inference.RepositoryModelLoadResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace RepositoryModelLoadResponse {
  interface $Properties {
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.RepositoryModelLoadResponse.$Properties;
 }
 interface IRepositoryModelUnloadRequest extends inference.RepositoryModelUnloadRequest.$Properties {
 }
 class RepositoryModelUnloadRequest {
  constructor(p?: inference.RepositoryModelUnloadRequest.$Properties);
  $unknowns?: Uint8Array[];
  repository_name: string;
  model_name: string;
  parameters: { [k: string]: inference.ModelRepositoryParameter.$Properties };
  static encode(m: inference.RepositoryModelUnloadRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.RepositoryModelUnloadRequest & inference.RepositoryModelUnloadRequest.$Shape;
  static fromObject(d: { [k: string]: any }): inference.RepositoryModelUnloadRequest;
  static toObject(m: inference.RepositoryModelUnloadRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace RepositoryModelUnloadRequest {
  interface $Properties {
   repository_name?: (string|null);
   model_name?: (string|null);
   parameters?: ({ [k: string]: inference.ModelRepositoryParameter.$Properties }|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = {
    repository_name?: string|null;
    model_name?: string|null;
    parameters?: { [k: string]: inference.ModelRepositoryParameter.$Shape }|null;
    $unknowns?: Uint8Array[];
  };
 }
 interface IRepositoryModelUnloadResponse extends inference.RepositoryModelUnloadResponse.$Properties {
 }
 class RepositoryModelUnloadResponse {
  constructor(p?: inference.RepositoryModelUnloadResponse.$Properties);
  $unknowns?: Uint8Array[];
  static encode(m: inference.RepositoryModelUnloadResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.RepositoryModelUnloadResponse & inference.RepositoryModelUnloadResponse.$Shape;
  static fromObject(d: { [k: string]: any }): inference.RepositoryModelUnloadResponse;
  static toObject(m: inference.RepositoryModelUnloadResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace RepositoryModelUnloadResponse {
  interface $Properties {
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.RepositoryModelUnloadResponse.$Properties;
 }
 interface ISystemSharedMemoryStatusRequest extends inference.SystemSharedMemoryStatusRequest.$Properties {
 }
 class SystemSharedMemoryStatusRequest {
  constructor(p?: inference.SystemSharedMemoryStatusRequest.$Properties);
  $unknowns?: Uint8Array[];
  name: string;
  static encode(m: inference.SystemSharedMemoryStatusRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.SystemSharedMemoryStatusRequest & inference.SystemSharedMemoryStatusRequest.$Shape;
  static fromObject(d: { [k: string]: any }): inference.SystemSharedMemoryStatusRequest;
  static toObject(m: inference.SystemSharedMemoryStatusRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace SystemSharedMemoryStatusRequest {
  interface $Properties {
   name?: (string|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.SystemSharedMemoryStatusRequest.$Properties;
 }
 interface ISystemSharedMemoryStatusResponse extends inference.SystemSharedMemoryStatusResponse.$Properties {
 }
 class SystemSharedMemoryStatusResponse {
  constructor(p?: inference.SystemSharedMemoryStatusResponse.$Properties);
  $unknowns?: Uint8Array[];
  regions: { [k: string]: inference.SystemSharedMemoryStatusResponse.RegionStatus.$Properties };
  static encode(m: inference.SystemSharedMemoryStatusResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.SystemSharedMemoryStatusResponse & inference.SystemSharedMemoryStatusResponse.$Shape;
  static fromObject(d: { [k: string]: any }): inference.SystemSharedMemoryStatusResponse;
  static toObject(m: inference.SystemSharedMemoryStatusResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace SystemSharedMemoryStatusResponse {
  interface $Properties {
   regions?: ({ [k: string]: inference.SystemSharedMemoryStatusResponse.RegionStatus.$Properties }|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.SystemSharedMemoryStatusResponse.$Properties;
  interface IRegionStatus extends inference.SystemSharedMemoryStatusResponse.RegionStatus.$Properties {
  }
  class RegionStatus {
   constructor(p?: inference.SystemSharedMemoryStatusResponse.RegionStatus.$Properties);
   $unknowns?: Uint8Array[];
   name: string;
   key: string;
   offset: number;
   byte_size: number;
   static encode(m: inference.SystemSharedMemoryStatusResponse.RegionStatus.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.SystemSharedMemoryStatusResponse.RegionStatus & inference.SystemSharedMemoryStatusResponse.RegionStatus.$Shape;
   static fromObject(d: { [k: string]: any }): inference.SystemSharedMemoryStatusResponse.RegionStatus;
   static toObject(m: inference.SystemSharedMemoryStatusResponse.RegionStatus, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace RegionStatus {
   interface $Properties {
    name?: (string|null);
    key?: (string|null);
    offset?: (number|null);
    byte_size?: (number|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = inference.SystemSharedMemoryStatusResponse.RegionStatus.$Properties;
  }
 }
 interface ISystemSharedMemoryRegisterRequest extends inference.SystemSharedMemoryRegisterRequest.$Properties {
 }
 class SystemSharedMemoryRegisterRequest {
  constructor(p?: inference.SystemSharedMemoryRegisterRequest.$Properties);
  $unknowns?: Uint8Array[];
  name: string;
  key: string;
  offset: number;
  byte_size: number;
  static encode(m: inference.SystemSharedMemoryRegisterRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.SystemSharedMemoryRegisterRequest & inference.SystemSharedMemoryRegisterRequest.$Shape;
  static fromObject(d: { [k: string]: any }): inference.SystemSharedMemoryRegisterRequest;
  static toObject(m: inference.SystemSharedMemoryRegisterRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace SystemSharedMemoryRegisterRequest {
  interface $Properties {
   name?: (string|null);
   key?: (string|null);
   offset?: (number|null);
   byte_size?: (number|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.SystemSharedMemoryRegisterRequest.$Properties;
 }
 interface ISystemSharedMemoryRegisterResponse extends inference.SystemSharedMemoryRegisterResponse.$Properties {
 }
 class SystemSharedMemoryRegisterResponse {
  constructor(p?: inference.SystemSharedMemoryRegisterResponse.$Properties);
  $unknowns?: Uint8Array[];
  static encode(m: inference.SystemSharedMemoryRegisterResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.SystemSharedMemoryRegisterResponse & inference.SystemSharedMemoryRegisterResponse.$Shape;
  static fromObject(d: { [k: string]: any }): inference.SystemSharedMemoryRegisterResponse;
  static toObject(m: inference.SystemSharedMemoryRegisterResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace SystemSharedMemoryRegisterResponse {
  interface $Properties {
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.SystemSharedMemoryRegisterResponse.$Properties;
 }
 interface ISystemSharedMemoryUnregisterRequest extends inference.SystemSharedMemoryUnregisterRequest.$Properties {
 }
 class SystemSharedMemoryUnregisterRequest {
  constructor(p?: inference.SystemSharedMemoryUnregisterRequest.$Properties);
  $unknowns?: Uint8Array[];
  name: string;
  static encode(m: inference.SystemSharedMemoryUnregisterRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.SystemSharedMemoryUnregisterRequest & inference.SystemSharedMemoryUnregisterRequest.$Shape;
  static fromObject(d: { [k: string]: any }): inference.SystemSharedMemoryUnregisterRequest;
  static toObject(m: inference.SystemSharedMemoryUnregisterRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace SystemSharedMemoryUnregisterRequest {
  interface $Properties {
   name?: (string|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.SystemSharedMemoryUnregisterRequest.$Properties;
 }
 interface ISystemSharedMemoryUnregisterResponse extends inference.SystemSharedMemoryUnregisterResponse.$Properties {
 }
 class SystemSharedMemoryUnregisterResponse {
  constructor(p?: inference.SystemSharedMemoryUnregisterResponse.$Properties);
  $unknowns?: Uint8Array[];
  static encode(m: inference.SystemSharedMemoryUnregisterResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.SystemSharedMemoryUnregisterResponse & inference.SystemSharedMemoryUnregisterResponse.$Shape;
  static fromObject(d: { [k: string]: any }): inference.SystemSharedMemoryUnregisterResponse;
  static toObject(m: inference.SystemSharedMemoryUnregisterResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace SystemSharedMemoryUnregisterResponse {
  interface $Properties {
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.SystemSharedMemoryUnregisterResponse.$Properties;
 }
 interface ICudaSharedMemoryStatusRequest extends inference.CudaSharedMemoryStatusRequest.$Properties {
 }
 class CudaSharedMemoryStatusRequest {
  constructor(p?: inference.CudaSharedMemoryStatusRequest.$Properties);
  $unknowns?: Uint8Array[];
  name: string;
  static encode(m: inference.CudaSharedMemoryStatusRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.CudaSharedMemoryStatusRequest & inference.CudaSharedMemoryStatusRequest.$Shape;
  static fromObject(d: { [k: string]: any }): inference.CudaSharedMemoryStatusRequest;
  static toObject(m: inference.CudaSharedMemoryStatusRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace CudaSharedMemoryStatusRequest {
  interface $Properties {
   name?: (string|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.CudaSharedMemoryStatusRequest.$Properties;
 }
 interface ICudaSharedMemoryStatusResponse extends inference.CudaSharedMemoryStatusResponse.$Properties {
 }
 class CudaSharedMemoryStatusResponse {
  constructor(p?: inference.CudaSharedMemoryStatusResponse.$Properties);
  $unknowns?: Uint8Array[];
  regions: { [k: string]: inference.CudaSharedMemoryStatusResponse.RegionStatus.$Properties };
  static encode(m: inference.CudaSharedMemoryStatusResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.CudaSharedMemoryStatusResponse & inference.CudaSharedMemoryStatusResponse.$Shape;
  static fromObject(d: { [k: string]: any }): inference.CudaSharedMemoryStatusResponse;
  static toObject(m: inference.CudaSharedMemoryStatusResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace CudaSharedMemoryStatusResponse {
  interface $Properties {
   regions?: ({ [k: string]: inference.CudaSharedMemoryStatusResponse.RegionStatus.$Properties }|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.CudaSharedMemoryStatusResponse.$Properties;
  interface IRegionStatus extends inference.CudaSharedMemoryStatusResponse.RegionStatus.$Properties {
  }
  class RegionStatus {
   constructor(p?: inference.CudaSharedMemoryStatusResponse.RegionStatus.$Properties);
   $unknowns?: Uint8Array[];
   name: string;
   device_id: number;
   byte_size: number;
   static encode(m: inference.CudaSharedMemoryStatusResponse.RegionStatus.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.CudaSharedMemoryStatusResponse.RegionStatus & inference.CudaSharedMemoryStatusResponse.RegionStatus.$Shape;
   static fromObject(d: { [k: string]: any }): inference.CudaSharedMemoryStatusResponse.RegionStatus;
   static toObject(m: inference.CudaSharedMemoryStatusResponse.RegionStatus, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace RegionStatus {
   interface $Properties {
    name?: (string|null);
    device_id?: (number|null);
    byte_size?: (number|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = inference.CudaSharedMemoryStatusResponse.RegionStatus.$Properties;
  }
 }
 interface ICudaSharedMemoryRegisterRequest extends inference.CudaSharedMemoryRegisterRequest.$Properties {
 }
 class CudaSharedMemoryRegisterRequest {
  constructor(p?: inference.CudaSharedMemoryRegisterRequest.$Properties);
  $unknowns?: Uint8Array[];
  name: string;
  raw_handle: Uint8Array;
  device_id: number;
  byte_size: number;
  static encode(m: inference.CudaSharedMemoryRegisterRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.CudaSharedMemoryRegisterRequest & inference.CudaSharedMemoryRegisterRequest.$Shape;
  static fromObject(d: { [k: string]: any }): inference.CudaSharedMemoryRegisterRequest;
  static toObject(m: inference.CudaSharedMemoryRegisterRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace CudaSharedMemoryRegisterRequest {
  interface $Properties {
   name?: (string|null);
   raw_handle?: (Uint8Array|null);
   device_id?: (number|null);
   byte_size?: (number|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.CudaSharedMemoryRegisterRequest.$Properties;
 }
 interface ICudaSharedMemoryRegisterResponse extends inference.CudaSharedMemoryRegisterResponse.$Properties {
 }
 class CudaSharedMemoryRegisterResponse {
  constructor(p?: inference.CudaSharedMemoryRegisterResponse.$Properties);
  $unknowns?: Uint8Array[];
  static encode(m: inference.CudaSharedMemoryRegisterResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.CudaSharedMemoryRegisterResponse & inference.CudaSharedMemoryRegisterResponse.$Shape;
  static fromObject(d: { [k: string]: any }): inference.CudaSharedMemoryRegisterResponse;
  static toObject(m: inference.CudaSharedMemoryRegisterResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace CudaSharedMemoryRegisterResponse {
  interface $Properties {
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.CudaSharedMemoryRegisterResponse.$Properties;
 }
 interface ICudaSharedMemoryUnregisterRequest extends inference.CudaSharedMemoryUnregisterRequest.$Properties {
 }
 class CudaSharedMemoryUnregisterRequest {
  constructor(p?: inference.CudaSharedMemoryUnregisterRequest.$Properties);
  $unknowns?: Uint8Array[];
  name: string;
  static encode(m: inference.CudaSharedMemoryUnregisterRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.CudaSharedMemoryUnregisterRequest & inference.CudaSharedMemoryUnregisterRequest.$Shape;
  static fromObject(d: { [k: string]: any }): inference.CudaSharedMemoryUnregisterRequest;
  static toObject(m: inference.CudaSharedMemoryUnregisterRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace CudaSharedMemoryUnregisterRequest {
  interface $Properties {
   name?: (string|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.CudaSharedMemoryUnregisterRequest.$Properties;
 }
 interface ICudaSharedMemoryUnregisterResponse extends inference.CudaSharedMemoryUnregisterResponse.$Properties {
 }
 class CudaSharedMemoryUnregisterResponse {
  constructor(p?: inference.CudaSharedMemoryUnregisterResponse.$Properties);
  $unknowns?: Uint8Array[];
  static encode(m: inference.CudaSharedMemoryUnregisterResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.CudaSharedMemoryUnregisterResponse & inference.CudaSharedMemoryUnregisterResponse.$Shape;
  static fromObject(d: { [k: string]: any }): inference.CudaSharedMemoryUnregisterResponse;
  static toObject(m: inference.CudaSharedMemoryUnregisterResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace CudaSharedMemoryUnregisterResponse {
  interface $Properties {
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.CudaSharedMemoryUnregisterResponse.$Properties;
 }
 interface ITraceSettingRequest extends inference.TraceSettingRequest.$Properties {
 }
 class TraceSettingRequest {
  constructor(p?: inference.TraceSettingRequest.$Properties);
  $unknowns?: Uint8Array[];
  settings: { [k: string]: inference.TraceSettingRequest.SettingValue.$Properties };
  model_name: string;
  static encode(m: inference.TraceSettingRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.TraceSettingRequest & inference.TraceSettingRequest.$Shape;
  static fromObject(d: { [k: string]: any }): inference.TraceSettingRequest;
  static toObject(m: inference.TraceSettingRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace TraceSettingRequest {
  interface $Properties {
   settings?: ({ [k: string]: inference.TraceSettingRequest.SettingValue.$Properties }|null);
   model_name?: (string|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.TraceSettingRequest.$Properties;
  interface ISettingValue extends inference.TraceSettingRequest.SettingValue.$Properties {
  }
  class SettingValue {
   constructor(p?: inference.TraceSettingRequest.SettingValue.$Properties);
   $unknowns?: Uint8Array[];
   value: string[];
   static encode(m: inference.TraceSettingRequest.SettingValue.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.TraceSettingRequest.SettingValue & inference.TraceSettingRequest.SettingValue.$Shape;
   static fromObject(d: { [k: string]: any }): inference.TraceSettingRequest.SettingValue;
   static toObject(m: inference.TraceSettingRequest.SettingValue, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace SettingValue {
   interface $Properties {
    value?: (string[]|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = inference.TraceSettingRequest.SettingValue.$Properties;
  }
 }
 interface ITraceSettingResponse extends inference.TraceSettingResponse.$Properties {
 }
 class TraceSettingResponse {
  constructor(p?: inference.TraceSettingResponse.$Properties);
  $unknowns?: Uint8Array[];
  settings: { [k: string]: inference.TraceSettingResponse.SettingValue.$Properties };
  static encode(m: inference.TraceSettingResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.TraceSettingResponse & inference.TraceSettingResponse.$Shape;
  static fromObject(d: { [k: string]: any }): inference.TraceSettingResponse;
  static toObject(m: inference.TraceSettingResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace TraceSettingResponse {
  interface $Properties {
   settings?: ({ [k: string]: inference.TraceSettingResponse.SettingValue.$Properties }|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.TraceSettingResponse.$Properties;
  interface ISettingValue extends inference.TraceSettingResponse.SettingValue.$Properties {
  }
  class SettingValue {
   constructor(p?: inference.TraceSettingResponse.SettingValue.$Properties);
   $unknowns?: Uint8Array[];
   value: string[];
   static encode(m: inference.TraceSettingResponse.SettingValue.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.TraceSettingResponse.SettingValue & inference.TraceSettingResponse.SettingValue.$Shape;
   static fromObject(d: { [k: string]: any }): inference.TraceSettingResponse.SettingValue;
   static toObject(m: inference.TraceSettingResponse.SettingValue, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace SettingValue {
   interface $Properties {
    value?: (string[]|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = inference.TraceSettingResponse.SettingValue.$Properties;
  }
 }
 interface ILogSettingsRequest extends inference.LogSettingsRequest.$Properties {
 }
 class LogSettingsRequest {
  constructor(p?: inference.LogSettingsRequest.$Properties);
  $unknowns?: Uint8Array[];
  settings: { [k: string]: inference.LogSettingsRequest.SettingValue.$Properties };
  static encode(m: inference.LogSettingsRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.LogSettingsRequest & inference.LogSettingsRequest.$Shape;
  static fromObject(d: { [k: string]: any }): inference.LogSettingsRequest;
  static toObject(m: inference.LogSettingsRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace LogSettingsRequest {
  interface $Properties {
   settings?: ({ [k: string]: inference.LogSettingsRequest.SettingValue.$Properties }|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = {
    settings?: { [k: string]: inference.LogSettingsRequest.SettingValue.$Shape }|null;
    $unknowns?: Uint8Array[];
  };
  interface ISettingValue extends inference.LogSettingsRequest.SettingValue.$Properties {
  }
  class SettingValue {
   constructor(p?: inference.LogSettingsRequest.SettingValue.$Properties);
   $unknowns?: Uint8Array[];
   bool_param?: (boolean|null);
   uint32_param?: (number|null);
   string_param?: (string|null);
   parameter_choice?: ("bool_param"|"uint32_param"|"string_param");
   static encode(m: inference.LogSettingsRequest.SettingValue.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.LogSettingsRequest.SettingValue & inference.LogSettingsRequest.SettingValue.$Shape;
   static fromObject(d: { [k: string]: any }): inference.LogSettingsRequest.SettingValue;
   static toObject(m: inference.LogSettingsRequest.SettingValue, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace SettingValue {
   interface $Properties {
    bool_param?: (boolean|null);
    uint32_param?: (number|null);
    string_param?: (string|null);
    parameter_choice?: ("bool_param"|"uint32_param"|"string_param");
    $unknowns?: Uint8Array[];
   }
   type $Shape = {
     bool_param?: boolean|null;
     uint32_param?: number|null;
     string_param?: string|null;
     $unknowns?: Uint8Array[];
   } & (
     ({ parameter_choice?: undefined; bool_param?: null; uint32_param?: null; string_param?: null }|{ parameter_choice?: "bool_param"; bool_param: boolean; uint32_param?: null; string_param?: null }|{ parameter_choice?: "uint32_param"; bool_param?: null; uint32_param: number; string_param?: null }|{ parameter_choice?: "string_param"; bool_param?: null; uint32_param?: null; string_param: string })
   );
  }
 }
 interface ILogSettingsResponse extends inference.LogSettingsResponse.$Properties {
 }
 class LogSettingsResponse {
  constructor(p?: inference.LogSettingsResponse.$Properties);
  $unknowns?: Uint8Array[];
  settings: { [k: string]: inference.LogSettingsResponse.SettingValue.$Properties };
  static encode(m: inference.LogSettingsResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.LogSettingsResponse & inference.LogSettingsResponse.$Shape;
  static fromObject(d: { [k: string]: any }): inference.LogSettingsResponse;
  static toObject(m: inference.LogSettingsResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace LogSettingsResponse {
  interface $Properties {
   settings?: ({ [k: string]: inference.LogSettingsResponse.SettingValue.$Properties }|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = {
    settings?: { [k: string]: inference.LogSettingsResponse.SettingValue.$Shape }|null;
    $unknowns?: Uint8Array[];
  };
  interface ISettingValue extends inference.LogSettingsResponse.SettingValue.$Properties {
  }
  class SettingValue {
   constructor(p?: inference.LogSettingsResponse.SettingValue.$Properties);
   $unknowns?: Uint8Array[];
   bool_param?: (boolean|null);
   uint32_param?: (number|null);
   string_param?: (string|null);
   parameter_choice?: ("bool_param"|"uint32_param"|"string_param");
   static encode(m: inference.LogSettingsResponse.SettingValue.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.LogSettingsResponse.SettingValue & inference.LogSettingsResponse.SettingValue.$Shape;
   static fromObject(d: { [k: string]: any }): inference.LogSettingsResponse.SettingValue;
   static toObject(m: inference.LogSettingsResponse.SettingValue, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace SettingValue {
   interface $Properties {
    bool_param?: (boolean|null);
    uint32_param?: (number|null);
    string_param?: (string|null);
    parameter_choice?: ("bool_param"|"uint32_param"|"string_param");
    $unknowns?: Uint8Array[];
   }
   type $Shape = {
     bool_param?: boolean|null;
     uint32_param?: number|null;
     string_param?: string|null;
     $unknowns?: Uint8Array[];
   } & (
     ({ parameter_choice?: undefined; bool_param?: null; uint32_param?: null; string_param?: null }|{ parameter_choice?: "bool_param"; bool_param: boolean; uint32_param?: null; string_param?: null }|{ parameter_choice?: "uint32_param"; bool_param?: null; uint32_param: number; string_param?: null }|{ parameter_choice?: "string_param"; bool_param?: null; uint32_param?: null; string_param: string })
   );
  }
 }
 interface IModelRateLimiter extends inference.ModelRateLimiter.$Properties {
 }
 class ModelRateLimiter {
  constructor(p?: inference.ModelRateLimiter.$Properties);
  $unknowns?: Uint8Array[];
  resources: inference.ModelRateLimiter.Resource.$Properties[];
  priority: number;
  static encode(m: inference.ModelRateLimiter.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelRateLimiter & inference.ModelRateLimiter.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelRateLimiter;
  static toObject(m: inference.ModelRateLimiter, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelRateLimiter {
  interface $Properties {
   resources?: (inference.ModelRateLimiter.Resource.$Properties[]|null);
   priority?: (number|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ModelRateLimiter.$Properties;
  interface IResource extends inference.ModelRateLimiter.Resource.$Properties {
  }
  class Resource {
   constructor(p?: inference.ModelRateLimiter.Resource.$Properties);
   $unknowns?: Uint8Array[];
   name: string;
   global: boolean;
   count: number;
   static encode(m: inference.ModelRateLimiter.Resource.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelRateLimiter.Resource & inference.ModelRateLimiter.Resource.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelRateLimiter.Resource;
   static toObject(m: inference.ModelRateLimiter.Resource, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace Resource {
   interface $Properties {
    name?: (string|null);
    global?: (boolean|null);
    count?: (number|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = inference.ModelRateLimiter.Resource.$Properties;
  }
 }
 interface IModelInstanceGroup extends inference.ModelInstanceGroup.$Properties {
 }
 class ModelInstanceGroup {
  constructor(p?: inference.ModelInstanceGroup.$Properties);
  $unknowns?: Uint8Array[];
  name: string;
  kind: inference.ModelInstanceGroup.Kind;
  count: number;
  rate_limiter?: (inference.ModelRateLimiter.$Properties|null);
  gpus: number[];
  secondary_devices: inference.ModelInstanceGroup.SecondaryDevice.$Properties[];
  profile: string[];
  passive: boolean;
  host_policy: string;
  static encode(m: inference.ModelInstanceGroup.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelInstanceGroup & inference.ModelInstanceGroup.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelInstanceGroup;
  static toObject(m: inference.ModelInstanceGroup, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelInstanceGroup {
  interface $Properties {
   name?: (string|null);
   kind?: (inference.ModelInstanceGroup.Kind|null);
   count?: (number|null);
   rate_limiter?: (inference.ModelRateLimiter.$Properties|null);
   gpus?: (number[]|null);
   secondary_devices?: (inference.ModelInstanceGroup.SecondaryDevice.$Properties[]|null);
   profile?: (string[]|null);
   passive?: (boolean|null);
   host_policy?: (string|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ModelInstanceGroup.$Properties;
  interface ISecondaryDevice extends inference.ModelInstanceGroup.SecondaryDevice.$Properties {
  }
  class SecondaryDevice {
   constructor(p?: inference.ModelInstanceGroup.SecondaryDevice.$Properties);
   $unknowns?: Uint8Array[];
   kind: inference.ModelInstanceGroup.SecondaryDevice.SecondaryDeviceKind;
   device_id: number;
   static encode(m: inference.ModelInstanceGroup.SecondaryDevice.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelInstanceGroup.SecondaryDevice & inference.ModelInstanceGroup.SecondaryDevice.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelInstanceGroup.SecondaryDevice;
   static toObject(m: inference.ModelInstanceGroup.SecondaryDevice, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace SecondaryDevice {
   interface $Properties {
    kind?: (inference.ModelInstanceGroup.SecondaryDevice.SecondaryDeviceKind|null);
    device_id?: (number|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = inference.ModelInstanceGroup.SecondaryDevice.$Properties;
   enum SecondaryDeviceKind {
    KIND_NVDLA = 0
   }
  }
  enum Kind {
   KIND_AUTO = 0,
   KIND_GPU = 1,
   KIND_CPU = 2,
   KIND_MODEL = 3
  }
 }
 interface IModelTensorReshape extends inference.ModelTensorReshape.$Properties {
 }
 class ModelTensorReshape {
  constructor(p?: inference.ModelTensorReshape.$Properties);
  $unknowns?: Uint8Array[];
  shape: number[];
  static encode(m: inference.ModelTensorReshape.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelTensorReshape & inference.ModelTensorReshape.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelTensorReshape;
  static toObject(m: inference.ModelTensorReshape, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelTensorReshape {
  interface $Properties {
   shape?: (number[]|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ModelTensorReshape.$Properties;
 }
 interface IModelInput extends inference.ModelInput.$Properties {
 }
 class ModelInput {
  constructor(p?: inference.ModelInput.$Properties);
  $unknowns?: Uint8Array[];
  name: string;
  data_type: inference.DataType;
  format: inference.ModelInput.Format;
  dims: number[];
  reshape?: (inference.ModelTensorReshape.$Properties|null);
  is_shape_tensor: boolean;
  allow_ragged_batch: boolean;
  optional: boolean;
  is_non_linear_format_io: boolean;
  static encode(m: inference.ModelInput.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelInput & inference.ModelInput.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelInput;
  static toObject(m: inference.ModelInput, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelInput {
  interface $Properties {
   name?: (string|null);
   data_type?: (inference.DataType|null);
   format?: (inference.ModelInput.Format|null);
   dims?: (number[]|null);
   reshape?: (inference.ModelTensorReshape.$Properties|null);
   is_shape_tensor?: (boolean|null);
   allow_ragged_batch?: (boolean|null);
   optional?: (boolean|null);
   is_non_linear_format_io?: (boolean|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ModelInput.$Properties;
  enum Format {
   FORMAT_NONE = 0,
   FORMAT_NHWC = 1,
   FORMAT_NCHW = 2
  }
 }
 interface IModelOutput extends inference.ModelOutput.$Properties {
 }
 class ModelOutput {
  constructor(p?: inference.ModelOutput.$Properties);
  $unknowns?: Uint8Array[];
  name: string;
  data_type: inference.DataType;
  dims: number[];
  reshape?: (inference.ModelTensorReshape.$Properties|null);
  label_filename: string;
  is_shape_tensor: boolean;
  is_non_linear_format_io: boolean;
  static encode(m: inference.ModelOutput.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelOutput & inference.ModelOutput.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelOutput;
  static toObject(m: inference.ModelOutput, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelOutput {
  interface $Properties {
   name?: (string|null);
   data_type?: (inference.DataType|null);
   dims?: (number[]|null);
   reshape?: (inference.ModelTensorReshape.$Properties|null);
   label_filename?: (string|null);
   is_shape_tensor?: (boolean|null);
   is_non_linear_format_io?: (boolean|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ModelOutput.$Properties;
 }
 interface IBatchInput extends inference.BatchInput.$Properties {
 }
 class BatchInput {
  constructor(p?: inference.BatchInput.$Properties);
  $unknowns?: Uint8Array[];
  kind: inference.BatchInput.Kind;
  target_name: string[];
  data_type: inference.DataType;
  source_input: string[];
  static encode(m: inference.BatchInput.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.BatchInput & inference.BatchInput.$Shape;
  static fromObject(d: { [k: string]: any }): inference.BatchInput;
  static toObject(m: inference.BatchInput, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace BatchInput {
  interface $Properties {
   kind?: (inference.BatchInput.Kind|null);
   target_name?: (string[]|null);
   data_type?: (inference.DataType|null);
   source_input?: (string[]|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.BatchInput.$Properties;
  enum Kind {
   BATCH_ELEMENT_COUNT = 0,
   BATCH_ACCUMULATED_ELEMENT_COUNT = 1,
   BATCH_ACCUMULATED_ELEMENT_COUNT_WITH_ZERO = 2,
   BATCH_MAX_ELEMENT_COUNT_AS_SHAPE = 3,
   BATCH_ITEM_SHAPE = 4,
   BATCH_ITEM_SHAPE_FLATTEN = 5
  }
 }
 interface IBatchOutput extends inference.BatchOutput.$Properties {
 }
 class BatchOutput {
  constructor(p?: inference.BatchOutput.$Properties);
  $unknowns?: Uint8Array[];
  target_name: string[];
  kind: inference.BatchOutput.Kind;
  source_input: string[];
  static encode(m: inference.BatchOutput.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.BatchOutput & inference.BatchOutput.$Shape;
  static fromObject(d: { [k: string]: any }): inference.BatchOutput;
  static toObject(m: inference.BatchOutput, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace BatchOutput {
  interface $Properties {
   target_name?: (string[]|null);
   kind?: (inference.BatchOutput.Kind|null);
   source_input?: (string[]|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.BatchOutput.$Properties;
  enum Kind {
   BATCH_SCATTER_WITH_INPUT_SHAPE = 0
  }
 }
 interface IModelVersionPolicy extends inference.ModelVersionPolicy.$Properties {
 }
 class ModelVersionPolicy {
  constructor(p?: inference.ModelVersionPolicy.$Properties);
  $unknowns?: Uint8Array[];
  latest?: (inference.ModelVersionPolicy.Latest.$Properties|null);
  all?: (inference.ModelVersionPolicy.All.$Properties|null);
  specific?: (inference.ModelVersionPolicy.Specific.$Properties|null);
  policy_choice?: ("latest"|"all"|"specific");
  static encode(m: inference.ModelVersionPolicy.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelVersionPolicy & inference.ModelVersionPolicy.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelVersionPolicy;
  static toObject(m: inference.ModelVersionPolicy, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelVersionPolicy {
  interface $Properties {
   latest?: (inference.ModelVersionPolicy.Latest.$Properties|null);
   all?: (inference.ModelVersionPolicy.All.$Properties|null);
   specific?: (inference.ModelVersionPolicy.Specific.$Properties|null);
   policy_choice?: ("latest"|"all"|"specific");
   $unknowns?: Uint8Array[];
  }
  type $Shape = {
    latest?: inference.ModelVersionPolicy.Latest.$Shape|null;
    all?: inference.ModelVersionPolicy.All.$Shape|null;
    specific?: inference.ModelVersionPolicy.Specific.$Shape|null;
    $unknowns?: Uint8Array[];
  } & (
    ({ policy_choice?: undefined; latest?: null; all?: null; specific?: null }|{ policy_choice?: "latest"; latest: inference.ModelVersionPolicy.Latest.$Shape; all?: null; specific?: null }|{ policy_choice?: "all"; latest?: null; all: inference.ModelVersionPolicy.All.$Shape; specific?: null }|{ policy_choice?: "specific"; latest?: null; all?: null; specific: inference.ModelVersionPolicy.Specific.$Shape })
  );
  interface ILatest extends inference.ModelVersionPolicy.Latest.$Properties {
  }
  class Latest {
   constructor(p?: inference.ModelVersionPolicy.Latest.$Properties);
   $unknowns?: Uint8Array[];
   num_versions: number;
   static encode(m: inference.ModelVersionPolicy.Latest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelVersionPolicy.Latest & inference.ModelVersionPolicy.Latest.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelVersionPolicy.Latest;
   static toObject(m: inference.ModelVersionPolicy.Latest, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace Latest {
   interface $Properties {
    num_versions?: (number|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = inference.ModelVersionPolicy.Latest.$Properties;
  }
  interface IAll extends inference.ModelVersionPolicy.All.$Properties {
  }
  class All {
   constructor(p?: inference.ModelVersionPolicy.All.$Properties);
   $unknowns?: Uint8Array[];
   static encode(m: inference.ModelVersionPolicy.All.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelVersionPolicy.All & inference.ModelVersionPolicy.All.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelVersionPolicy.All;
   static toObject(m: inference.ModelVersionPolicy.All, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace All {
   interface $Properties {
    $unknowns?: Uint8Array[];
   }
   type $Shape = inference.ModelVersionPolicy.All.$Properties;
  }
  interface ISpecific extends inference.ModelVersionPolicy.Specific.$Properties {
  }
  class Specific {
   constructor(p?: inference.ModelVersionPolicy.Specific.$Properties);
   $unknowns?: Uint8Array[];
   versions: number[];
   static encode(m: inference.ModelVersionPolicy.Specific.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelVersionPolicy.Specific & inference.ModelVersionPolicy.Specific.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelVersionPolicy.Specific;
   static toObject(m: inference.ModelVersionPolicy.Specific, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace Specific {
   interface $Properties {
    versions?: (number[]|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = inference.ModelVersionPolicy.Specific.$Properties;
  }
 }
 interface IModelOptimizationPolicy extends inference.ModelOptimizationPolicy.$Properties {
 }
 class ModelOptimizationPolicy {
  constructor(p?: inference.ModelOptimizationPolicy.$Properties);
  $unknowns?: Uint8Array[];
  graph?: (inference.ModelOptimizationPolicy.Graph.$Properties|null);
  priority: inference.ModelOptimizationPolicy.ModelPriority;
  cuda?: (inference.ModelOptimizationPolicy.Cuda.$Properties|null);
  execution_accelerators?: (inference.ModelOptimizationPolicy.ExecutionAccelerators.$Properties|null);
  input_pinned_memory?: (inference.ModelOptimizationPolicy.PinnedMemoryBuffer.$Properties|null);
  output_pinned_memory?: (inference.ModelOptimizationPolicy.PinnedMemoryBuffer.$Properties|null);
  gather_kernel_buffer_threshold: number;
  eager_batching: boolean;
  static encode(m: inference.ModelOptimizationPolicy.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelOptimizationPolicy & inference.ModelOptimizationPolicy.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelOptimizationPolicy;
  static toObject(m: inference.ModelOptimizationPolicy, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelOptimizationPolicy {
  interface $Properties {
   graph?: (inference.ModelOptimizationPolicy.Graph.$Properties|null);
   priority?: (inference.ModelOptimizationPolicy.ModelPriority|null);
   cuda?: (inference.ModelOptimizationPolicy.Cuda.$Properties|null);
   execution_accelerators?: (inference.ModelOptimizationPolicy.ExecutionAccelerators.$Properties|null);
   input_pinned_memory?: (inference.ModelOptimizationPolicy.PinnedMemoryBuffer.$Properties|null);
   output_pinned_memory?: (inference.ModelOptimizationPolicy.PinnedMemoryBuffer.$Properties|null);
   gather_kernel_buffer_threshold?: (number|null);
   eager_batching?: (boolean|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ModelOptimizationPolicy.$Properties;
  interface IGraph extends inference.ModelOptimizationPolicy.Graph.$Properties {
  }
  class Graph {
   constructor(p?: inference.ModelOptimizationPolicy.Graph.$Properties);
   $unknowns?: Uint8Array[];
   level: number;
   static encode(m: inference.ModelOptimizationPolicy.Graph.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelOptimizationPolicy.Graph & inference.ModelOptimizationPolicy.Graph.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelOptimizationPolicy.Graph;
   static toObject(m: inference.ModelOptimizationPolicy.Graph, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace Graph {
   interface $Properties {
    level?: (number|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = inference.ModelOptimizationPolicy.Graph.$Properties;
  }
  interface ICuda extends inference.ModelOptimizationPolicy.Cuda.$Properties {
  }
  class Cuda {
   constructor(p?: inference.ModelOptimizationPolicy.Cuda.$Properties);
   $unknowns?: Uint8Array[];
   graphs: boolean;
   busy_wait_events: boolean;
   graph_spec: inference.ModelOptimizationPolicy.Cuda.GraphSpec.$Properties[];
   output_copy_stream: boolean;
   static encode(m: inference.ModelOptimizationPolicy.Cuda.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelOptimizationPolicy.Cuda & inference.ModelOptimizationPolicy.Cuda.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelOptimizationPolicy.Cuda;
   static toObject(m: inference.ModelOptimizationPolicy.Cuda, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace Cuda {
   interface $Properties {
    graphs?: (boolean|null);
    busy_wait_events?: (boolean|null);
    graph_spec?: (inference.ModelOptimizationPolicy.Cuda.GraphSpec.$Properties[]|null);
    output_copy_stream?: (boolean|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = inference.ModelOptimizationPolicy.Cuda.$Properties;
   interface IGraphSpec extends inference.ModelOptimizationPolicy.Cuda.GraphSpec.$Properties {
   }
   class GraphSpec {
    constructor(p?: inference.ModelOptimizationPolicy.Cuda.GraphSpec.$Properties);
    $unknowns?: Uint8Array[];
    batch_size: number;
    input: { [k: string]: inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape.$Properties };
    graph_lower_bound?: (inference.ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound.$Properties|null);
    static encode(m: inference.ModelOptimizationPolicy.Cuda.GraphSpec.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelOptimizationPolicy.Cuda.GraphSpec & inference.ModelOptimizationPolicy.Cuda.GraphSpec.$Shape;
    static fromObject(d: { [k: string]: any }): inference.ModelOptimizationPolicy.Cuda.GraphSpec;
    static toObject(m: inference.ModelOptimizationPolicy.Cuda.GraphSpec, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace GraphSpec {
    interface $Properties {
     batch_size?: (number|null);
     input?: ({ [k: string]: inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape.$Properties }|null);
     graph_lower_bound?: (inference.ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound.$Properties|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = inference.ModelOptimizationPolicy.Cuda.GraphSpec.$Properties;
    interface IShape extends inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape.$Properties {
    }
    class Shape {
     constructor(p?: inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape.$Properties);
     $unknowns?: Uint8Array[];
     dim: number[];
     static encode(m: inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
     static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape & inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape.$Shape;
     static fromObject(d: { [k: string]: any }): inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape;
     static toObject(m: inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape, o?: $protobuf.IConversionOptions): { [k: string]: any };
     toJSON(): { [k: string]: any };
    }
    namespace Shape {
     interface $Properties {
      dim?: (number[]|null);
      $unknowns?: Uint8Array[];
     }
     type $Shape = inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape.$Properties;
    }
    interface ILowerBound extends inference.ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound.$Properties {
    }
    class LowerBound {
     constructor(p?: inference.ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound.$Properties);
     $unknowns?: Uint8Array[];
     batch_size: number;
     input: { [k: string]: inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape.$Properties };
     static encode(m: inference.ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
     static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound & inference.ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound.$Shape;
     static fromObject(d: { [k: string]: any }): inference.ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound;
     static toObject(m: inference.ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound, o?: $protobuf.IConversionOptions): { [k: string]: any };
     toJSON(): { [k: string]: any };
    }
    namespace LowerBound {
     interface $Properties {
      batch_size?: (number|null);
      input?: ({ [k: string]: inference.ModelOptimizationPolicy.Cuda.GraphSpec.Shape.$Properties }|null);
      $unknowns?: Uint8Array[];
     }
     type $Shape = inference.ModelOptimizationPolicy.Cuda.GraphSpec.LowerBound.$Properties;
    }
   }
  }
  interface IExecutionAccelerators extends inference.ModelOptimizationPolicy.ExecutionAccelerators.$Properties {
  }
  class ExecutionAccelerators {
   constructor(p?: inference.ModelOptimizationPolicy.ExecutionAccelerators.$Properties);
   $unknowns?: Uint8Array[];
   gpu_execution_accelerator: inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator.$Properties[];
   cpu_execution_accelerator: inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator.$Properties[];
   static encode(m: inference.ModelOptimizationPolicy.ExecutionAccelerators.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelOptimizationPolicy.ExecutionAccelerators & inference.ModelOptimizationPolicy.ExecutionAccelerators.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelOptimizationPolicy.ExecutionAccelerators;
   static toObject(m: inference.ModelOptimizationPolicy.ExecutionAccelerators, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace ExecutionAccelerators {
   interface $Properties {
    gpu_execution_accelerator?: (inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator.$Properties[]|null);
    cpu_execution_accelerator?: (inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator.$Properties[]|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = inference.ModelOptimizationPolicy.ExecutionAccelerators.$Properties;
   interface IAccelerator extends inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator.$Properties {
   }
   class Accelerator {
    constructor(p?: inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator.$Properties);
    $unknowns?: Uint8Array[];
    name: string;
    parameters: { [k: string]: string };
    static encode(m: inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator & inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator.$Shape;
    static fromObject(d: { [k: string]: any }): inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator;
    static toObject(m: inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace Accelerator {
    interface $Properties {
     name?: (string|null);
     parameters?: ({ [k: string]: string }|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = inference.ModelOptimizationPolicy.ExecutionAccelerators.Accelerator.$Properties;
   }
  }
  interface IPinnedMemoryBuffer extends inference.ModelOptimizationPolicy.PinnedMemoryBuffer.$Properties {
  }
  class PinnedMemoryBuffer {
   constructor(p?: inference.ModelOptimizationPolicy.PinnedMemoryBuffer.$Properties);
   $unknowns?: Uint8Array[];
   enable: boolean;
   static encode(m: inference.ModelOptimizationPolicy.PinnedMemoryBuffer.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelOptimizationPolicy.PinnedMemoryBuffer & inference.ModelOptimizationPolicy.PinnedMemoryBuffer.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelOptimizationPolicy.PinnedMemoryBuffer;
   static toObject(m: inference.ModelOptimizationPolicy.PinnedMemoryBuffer, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace PinnedMemoryBuffer {
   interface $Properties {
    enable?: (boolean|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = inference.ModelOptimizationPolicy.PinnedMemoryBuffer.$Properties;
  }
  enum ModelPriority {
   PRIORITY_DEFAULT = 0,
   PRIORITY_MAX = 1,
   PRIORITY_MIN = 2
  }
 }
 interface IModelQueuePolicy extends inference.ModelQueuePolicy.$Properties {
 }
 class ModelQueuePolicy {
  constructor(p?: inference.ModelQueuePolicy.$Properties);
  $unknowns?: Uint8Array[];
  timeout_action: inference.ModelQueuePolicy.TimeoutAction;
  default_timeout_microseconds: number;
  allow_timeout_override: boolean;
  max_queue_size: number;
  static encode(m: inference.ModelQueuePolicy.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelQueuePolicy & inference.ModelQueuePolicy.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelQueuePolicy;
  static toObject(m: inference.ModelQueuePolicy, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelQueuePolicy {
  interface $Properties {
   timeout_action?: (inference.ModelQueuePolicy.TimeoutAction|null);
   default_timeout_microseconds?: (number|null);
   allow_timeout_override?: (boolean|null);
   max_queue_size?: (number|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ModelQueuePolicy.$Properties;
  enum TimeoutAction {
   REJECT = 0,
   DELAY = 1
  }
 }
 interface IModelDynamicBatching extends inference.ModelDynamicBatching.$Properties {
 }
 class ModelDynamicBatching {
  constructor(p?: inference.ModelDynamicBatching.$Properties);
  $unknowns?: Uint8Array[];
  preferred_batch_size: number[];
  max_queue_delay_microseconds: number;
  preserve_ordering: boolean;
  priority_levels: number;
  default_priority_level: number;
  default_queue_policy?: (inference.ModelQueuePolicy.$Properties|null);
  priority_queue_policy: { [k: string]: inference.ModelQueuePolicy.$Properties };
  static encode(m: inference.ModelDynamicBatching.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelDynamicBatching & inference.ModelDynamicBatching.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelDynamicBatching;
  static toObject(m: inference.ModelDynamicBatching, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelDynamicBatching {
  interface $Properties {
   preferred_batch_size?: (number[]|null);
   max_queue_delay_microseconds?: (number|null);
   preserve_ordering?: (boolean|null);
   priority_levels?: (number|null);
   default_priority_level?: (number|null);
   default_queue_policy?: (inference.ModelQueuePolicy.$Properties|null);
   priority_queue_policy?: ({ [k: string]: inference.ModelQueuePolicy.$Properties }|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ModelDynamicBatching.$Properties;
 }
 interface IModelSequenceBatching extends inference.ModelSequenceBatching.$Properties {
 }
 class ModelSequenceBatching {
  constructor(p?: inference.ModelSequenceBatching.$Properties);
  $unknowns?: Uint8Array[];
  direct?: (inference.ModelSequenceBatching.StrategyDirect.$Properties|null);
  oldest?: (inference.ModelSequenceBatching.StrategyOldest.$Properties|null);
  max_sequence_idle_microseconds: number;
  control_input: inference.ModelSequenceBatching.ControlInput.$Properties[];
  state: inference.ModelSequenceBatching.State.$Properties[];
  iterative_sequence: boolean;
  strategy_choice?: ("direct"|"oldest");
  static encode(m: inference.ModelSequenceBatching.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelSequenceBatching & inference.ModelSequenceBatching.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelSequenceBatching;
  static toObject(m: inference.ModelSequenceBatching, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelSequenceBatching {
  interface $Properties {
   direct?: (inference.ModelSequenceBatching.StrategyDirect.$Properties|null);
   oldest?: (inference.ModelSequenceBatching.StrategyOldest.$Properties|null);
   max_sequence_idle_microseconds?: (number|null);
   control_input?: (inference.ModelSequenceBatching.ControlInput.$Properties[]|null);
   state?: (inference.ModelSequenceBatching.State.$Properties[]|null);
   iterative_sequence?: (boolean|null);
   strategy_choice?: ("direct"|"oldest");
   $unknowns?: Uint8Array[];
  }
  type $Shape = {
    direct?: inference.ModelSequenceBatching.StrategyDirect.$Shape|null;
    oldest?: inference.ModelSequenceBatching.StrategyOldest.$Shape|null;
    max_sequence_idle_microseconds?: number|null;
    control_input?: inference.ModelSequenceBatching.ControlInput.$Shape[]|null;
    state?: inference.ModelSequenceBatching.State.$Shape[]|null;
    iterative_sequence?: boolean|null;
    $unknowns?: Uint8Array[];
  } & (
    ({ strategy_choice?: undefined; direct?: null; oldest?: null }|{ strategy_choice?: "direct"; direct: inference.ModelSequenceBatching.StrategyDirect.$Shape; oldest?: null }|{ strategy_choice?: "oldest"; direct?: null; oldest: inference.ModelSequenceBatching.StrategyOldest.$Shape })
  );
  interface IControl extends inference.ModelSequenceBatching.Control.$Properties {
  }
  class Control {
   constructor(p?: inference.ModelSequenceBatching.Control.$Properties);
   $unknowns?: Uint8Array[];
   kind: inference.ModelSequenceBatching.Control.Kind;
   int32_false_true: number[];
   fp32_false_true: number[];
   bool_false_true: boolean[];
   data_type: inference.DataType;
   static encode(m: inference.ModelSequenceBatching.Control.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelSequenceBatching.Control & inference.ModelSequenceBatching.Control.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelSequenceBatching.Control;
   static toObject(m: inference.ModelSequenceBatching.Control, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace Control {
   interface $Properties {
    kind?: (inference.ModelSequenceBatching.Control.Kind|null);
    int32_false_true?: (number[]|null);
    fp32_false_true?: (number[]|null);
    bool_false_true?: (boolean[]|null);
    data_type?: (inference.DataType|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = inference.ModelSequenceBatching.Control.$Properties;
   enum Kind {
    CONTROL_SEQUENCE_START = 0,
    CONTROL_SEQUENCE_READY = 1,
    CONTROL_SEQUENCE_END = 2,
    CONTROL_SEQUENCE_CORRID = 3
   }
  }
  interface IControlInput extends inference.ModelSequenceBatching.ControlInput.$Properties {
  }
  class ControlInput {
   constructor(p?: inference.ModelSequenceBatching.ControlInput.$Properties);
   $unknowns?: Uint8Array[];
   name: string;
   control: inference.ModelSequenceBatching.Control.$Properties[];
   static encode(m: inference.ModelSequenceBatching.ControlInput.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelSequenceBatching.ControlInput & inference.ModelSequenceBatching.ControlInput.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelSequenceBatching.ControlInput;
   static toObject(m: inference.ModelSequenceBatching.ControlInput, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace ControlInput {
   interface $Properties {
    name?: (string|null);
    control?: (inference.ModelSequenceBatching.Control.$Properties[]|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = inference.ModelSequenceBatching.ControlInput.$Properties;
  }
  interface IInitialState extends inference.ModelSequenceBatching.InitialState.$Properties {
  }
  class InitialState {
   constructor(p?: inference.ModelSequenceBatching.InitialState.$Properties);
   $unknowns?: Uint8Array[];
   data_type: inference.DataType;
   dims: number[];
   zero_data?: (boolean|null);
   data_file?: (string|null);
   name: string;
   state_data?: ("zero_data"|"data_file");
   static encode(m: inference.ModelSequenceBatching.InitialState.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelSequenceBatching.InitialState & inference.ModelSequenceBatching.InitialState.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelSequenceBatching.InitialState;
   static toObject(m: inference.ModelSequenceBatching.InitialState, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace InitialState {
   interface $Properties {
    data_type?: (inference.DataType|null);
    dims?: (number[]|null);
    zero_data?: (boolean|null);
    data_file?: (string|null);
    name?: (string|null);
    state_data?: ("zero_data"|"data_file");
    $unknowns?: Uint8Array[];
   }
   type $Shape = {
     data_type?: inference.DataType|null;
     dims?: number[]|null;
     zero_data?: boolean|null;
     data_file?: string|null;
     name?: string|null;
     $unknowns?: Uint8Array[];
   } & (
     ({ state_data?: undefined; zero_data?: null; data_file?: null }|{ state_data?: "zero_data"; zero_data: boolean; data_file?: null }|{ state_data?: "data_file"; zero_data?: null; data_file: string })
   );
  }
  interface IState extends inference.ModelSequenceBatching.State.$Properties {
  }
  class State {
   constructor(p?: inference.ModelSequenceBatching.State.$Properties);
   $unknowns?: Uint8Array[];
   input_name: string;
   output_name: string;
   data_type: inference.DataType;
   dims: number[];
   initial_state: inference.ModelSequenceBatching.InitialState.$Properties[];
   use_same_buffer_for_input_output: boolean;
   use_growable_memory: boolean;
   static encode(m: inference.ModelSequenceBatching.State.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelSequenceBatching.State & inference.ModelSequenceBatching.State.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelSequenceBatching.State;
   static toObject(m: inference.ModelSequenceBatching.State, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace State {
   interface $Properties {
    input_name?: (string|null);
    output_name?: (string|null);
    data_type?: (inference.DataType|null);
    dims?: (number[]|null);
    initial_state?: (inference.ModelSequenceBatching.InitialState.$Properties[]|null);
    use_same_buffer_for_input_output?: (boolean|null);
    use_growable_memory?: (boolean|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = {
     input_name?: string|null;
     output_name?: string|null;
     data_type?: inference.DataType|null;
     dims?: number[]|null;
     initial_state?: inference.ModelSequenceBatching.InitialState.$Shape[]|null;
     use_same_buffer_for_input_output?: boolean|null;
     use_growable_memory?: boolean|null;
     $unknowns?: Uint8Array[];
   };
  }
  interface IStrategyDirect extends inference.ModelSequenceBatching.StrategyDirect.$Properties {
  }
  class StrategyDirect {
   constructor(p?: inference.ModelSequenceBatching.StrategyDirect.$Properties);
   $unknowns?: Uint8Array[];
   max_queue_delay_microseconds: number;
   minimum_slot_utilization: number;
   static encode(m: inference.ModelSequenceBatching.StrategyDirect.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelSequenceBatching.StrategyDirect & inference.ModelSequenceBatching.StrategyDirect.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelSequenceBatching.StrategyDirect;
   static toObject(m: inference.ModelSequenceBatching.StrategyDirect, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace StrategyDirect {
   interface $Properties {
    max_queue_delay_microseconds?: (number|null);
    minimum_slot_utilization?: (number|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = inference.ModelSequenceBatching.StrategyDirect.$Properties;
  }
  interface IStrategyOldest extends inference.ModelSequenceBatching.StrategyOldest.$Properties {
  }
  class StrategyOldest {
   constructor(p?: inference.ModelSequenceBatching.StrategyOldest.$Properties);
   $unknowns?: Uint8Array[];
   max_candidate_sequences: number;
   preferred_batch_size: number[];
   max_queue_delay_microseconds: number;
   preserve_ordering: boolean;
   static encode(m: inference.ModelSequenceBatching.StrategyOldest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelSequenceBatching.StrategyOldest & inference.ModelSequenceBatching.StrategyOldest.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelSequenceBatching.StrategyOldest;
   static toObject(m: inference.ModelSequenceBatching.StrategyOldest, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace StrategyOldest {
   interface $Properties {
    max_candidate_sequences?: (number|null);
    preferred_batch_size?: (number[]|null);
    max_queue_delay_microseconds?: (number|null);
    preserve_ordering?: (boolean|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = inference.ModelSequenceBatching.StrategyOldest.$Properties;
  }
 }
 interface IModelEnsembling extends inference.ModelEnsembling.$Properties {
 }
 class ModelEnsembling {
  constructor(p?: inference.ModelEnsembling.$Properties);
  $unknowns?: Uint8Array[];
  step: inference.ModelEnsembling.Step.$Properties[];
  max_inflight_requests: number;
  static encode(m: inference.ModelEnsembling.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelEnsembling & inference.ModelEnsembling.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelEnsembling;
  static toObject(m: inference.ModelEnsembling, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelEnsembling {
  interface $Properties {
   step?: (inference.ModelEnsembling.Step.$Properties[]|null);
   max_inflight_requests?: (number|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ModelEnsembling.$Properties;
  interface IStep extends inference.ModelEnsembling.Step.$Properties {
  }
  class Step {
   constructor(p?: inference.ModelEnsembling.Step.$Properties);
   $unknowns?: Uint8Array[];
   model_name: string;
   model_version: number;
   input_map: { [k: string]: string };
   output_map: { [k: string]: string };
   model_namespace: string;
   static encode(m: inference.ModelEnsembling.Step.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelEnsembling.Step & inference.ModelEnsembling.Step.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelEnsembling.Step;
   static toObject(m: inference.ModelEnsembling.Step, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace Step {
   interface $Properties {
    model_name?: (string|null);
    model_version?: (number|null);
    input_map?: ({ [k: string]: string }|null);
    output_map?: ({ [k: string]: string }|null);
    model_namespace?: (string|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = inference.ModelEnsembling.Step.$Properties;
  }
 }
 interface IModelParameter extends inference.ModelParameter.$Properties {
 }
 class ModelParameter {
  constructor(p?: inference.ModelParameter.$Properties);
  $unknowns?: Uint8Array[];
  string_value: string;
  static encode(m: inference.ModelParameter.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelParameter & inference.ModelParameter.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelParameter;
  static toObject(m: inference.ModelParameter, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelParameter {
  interface $Properties {
   string_value?: (string|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ModelParameter.$Properties;
 }
 interface IModelWarmup extends inference.ModelWarmup.$Properties {
 }
 class ModelWarmup {
  constructor(p?: inference.ModelWarmup.$Properties);
  $unknowns?: Uint8Array[];
  name: string;
  batch_size: number;
  inputs: { [k: string]: inference.ModelWarmup.Input.$Properties };
  count: number;
  static encode(m: inference.ModelWarmup.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelWarmup & inference.ModelWarmup.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelWarmup;
  static toObject(m: inference.ModelWarmup, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelWarmup {
  interface $Properties {
   name?: (string|null);
   batch_size?: (number|null);
   inputs?: ({ [k: string]: inference.ModelWarmup.Input.$Properties }|null);
   count?: (number|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = {
    name?: string|null;
    batch_size?: number|null;
    inputs?: { [k: string]: inference.ModelWarmup.Input.$Shape }|null;
    count?: number|null;
    $unknowns?: Uint8Array[];
  };
  interface IInput extends inference.ModelWarmup.Input.$Properties {
  }
  class Input {
   constructor(p?: inference.ModelWarmup.Input.$Properties);
   $unknowns?: Uint8Array[];
   data_type: inference.DataType;
   dims: number[];
   zero_data?: (boolean|null);
   random_data?: (boolean|null);
   input_data_file?: (string|null);
   input_data_type?: ("zero_data"|"random_data"|"input_data_file");
   static encode(m: inference.ModelWarmup.Input.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelWarmup.Input & inference.ModelWarmup.Input.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelWarmup.Input;
   static toObject(m: inference.ModelWarmup.Input, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace Input {
   interface $Properties {
    data_type?: (inference.DataType|null);
    dims?: (number[]|null);
    zero_data?: (boolean|null);
    random_data?: (boolean|null);
    input_data_file?: (string|null);
    input_data_type?: ("zero_data"|"random_data"|"input_data_file");
    $unknowns?: Uint8Array[];
   }
   type $Shape = {
     data_type?: inference.DataType|null;
     dims?: number[]|null;
     zero_data?: boolean|null;
     random_data?: boolean|null;
     input_data_file?: string|null;
     $unknowns?: Uint8Array[];
   } & (
     ({ input_data_type?: undefined; zero_data?: null; random_data?: null; input_data_file?: null }|{ input_data_type?: "zero_data"; zero_data: boolean; random_data?: null; input_data_file?: null }|{ input_data_type?: "random_data"; zero_data?: null; random_data: boolean; input_data_file?: null }|{ input_data_type?: "input_data_file"; zero_data?: null; random_data?: null; input_data_file: string })
   );
  }
 }
 interface IModelOperations extends inference.ModelOperations.$Properties {
 }
 class ModelOperations {
  constructor(p?: inference.ModelOperations.$Properties);
  $unknowns?: Uint8Array[];
  op_library_filename: string[];
  static encode(m: inference.ModelOperations.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelOperations & inference.ModelOperations.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelOperations;
  static toObject(m: inference.ModelOperations, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelOperations {
  interface $Properties {
   op_library_filename?: (string[]|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ModelOperations.$Properties;
 }
 interface IModelTransactionPolicy extends inference.ModelTransactionPolicy.$Properties {
 }
 class ModelTransactionPolicy {
  constructor(p?: inference.ModelTransactionPolicy.$Properties);
  $unknowns?: Uint8Array[];
  decoupled: boolean;
  static encode(m: inference.ModelTransactionPolicy.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelTransactionPolicy & inference.ModelTransactionPolicy.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelTransactionPolicy;
  static toObject(m: inference.ModelTransactionPolicy, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelTransactionPolicy {
  interface $Properties {
   decoupled?: (boolean|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ModelTransactionPolicy.$Properties;
 }
 interface IModelRepositoryAgents extends inference.ModelRepositoryAgents.$Properties {
 }
 class ModelRepositoryAgents {
  constructor(p?: inference.ModelRepositoryAgents.$Properties);
  $unknowns?: Uint8Array[];
  agents: inference.ModelRepositoryAgents.Agent.$Properties[];
  static encode(m: inference.ModelRepositoryAgents.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelRepositoryAgents & inference.ModelRepositoryAgents.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelRepositoryAgents;
  static toObject(m: inference.ModelRepositoryAgents, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelRepositoryAgents {
  interface $Properties {
   agents?: (inference.ModelRepositoryAgents.Agent.$Properties[]|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ModelRepositoryAgents.$Properties;
  interface IAgent extends inference.ModelRepositoryAgents.Agent.$Properties {
  }
  class Agent {
   constructor(p?: inference.ModelRepositoryAgents.Agent.$Properties);
   $unknowns?: Uint8Array[];
   name: string;
   parameters: { [k: string]: string };
   static encode(m: inference.ModelRepositoryAgents.Agent.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelRepositoryAgents.Agent & inference.ModelRepositoryAgents.Agent.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelRepositoryAgents.Agent;
   static toObject(m: inference.ModelRepositoryAgents.Agent, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace Agent {
   interface $Properties {
    name?: (string|null);
    parameters?: ({ [k: string]: string }|null);
    $unknowns?: Uint8Array[];
   }
   type $Shape = inference.ModelRepositoryAgents.Agent.$Properties;
  }
 }
 interface IModelResponseCache extends inference.ModelResponseCache.$Properties {
 }
 class ModelResponseCache {
  constructor(p?: inference.ModelResponseCache.$Properties);
  $unknowns?: Uint8Array[];
  enable: boolean;
  static encode(m: inference.ModelResponseCache.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelResponseCache & inference.ModelResponseCache.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelResponseCache;
  static toObject(m: inference.ModelResponseCache, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelResponseCache {
  interface $Properties {
   enable?: (boolean|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = inference.ModelResponseCache.$Properties;
 }
 interface IModelMetrics extends inference.ModelMetrics.$Properties {
 }
 class ModelMetrics {
  constructor(p?: inference.ModelMetrics.$Properties);
  $unknowns?: Uint8Array[];
  metric_control: inference.ModelMetrics.MetricControl.$Properties[];
  static encode(m: inference.ModelMetrics.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelMetrics & inference.ModelMetrics.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelMetrics;
  static toObject(m: inference.ModelMetrics, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelMetrics {
  interface $Properties {
   metric_control?: (inference.ModelMetrics.MetricControl.$Properties[]|null);
   $unknowns?: Uint8Array[];
  }
  type $Shape = {
    metric_control?: inference.ModelMetrics.MetricControl.$Shape[]|null;
    $unknowns?: Uint8Array[];
  };
  interface IMetricControl extends inference.ModelMetrics.MetricControl.$Properties {
  }
  class MetricControl {
   constructor(p?: inference.ModelMetrics.MetricControl.$Properties);
   $unknowns?: Uint8Array[];
   metric_identifier?: (inference.ModelMetrics.MetricControl.MetricIdentifier.$Properties|null);
   histogram_options?: (inference.ModelMetrics.MetricControl.HistogramOptions.$Properties|null);
   metric_options?: "histogram_options";
   static encode(m: inference.ModelMetrics.MetricControl.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
   static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelMetrics.MetricControl & inference.ModelMetrics.MetricControl.$Shape;
   static fromObject(d: { [k: string]: any }): inference.ModelMetrics.MetricControl;
   static toObject(m: inference.ModelMetrics.MetricControl, o?: $protobuf.IConversionOptions): { [k: string]: any };
   toJSON(): { [k: string]: any };
  }
  namespace MetricControl {
   interface $Properties {
    metric_identifier?: (inference.ModelMetrics.MetricControl.MetricIdentifier.$Properties|null);
    histogram_options?: (inference.ModelMetrics.MetricControl.HistogramOptions.$Properties|null);
    metric_options?: "histogram_options";
    $unknowns?: Uint8Array[];
   }
   type $Shape = {
     metric_identifier?: inference.ModelMetrics.MetricControl.MetricIdentifier.$Shape|null;
     histogram_options?: inference.ModelMetrics.MetricControl.HistogramOptions.$Shape|null;
     $unknowns?: Uint8Array[];
   } & (
     ({ metric_options?: undefined; histogram_options?: null }|{ metric_options?: "histogram_options"; histogram_options: inference.ModelMetrics.MetricControl.HistogramOptions.$Shape })
   );
   interface IMetricIdentifier extends inference.ModelMetrics.MetricControl.MetricIdentifier.$Properties {
   }
   class MetricIdentifier {
    constructor(p?: inference.ModelMetrics.MetricControl.MetricIdentifier.$Properties);
    $unknowns?: Uint8Array[];
    family: string;
    static encode(m: inference.ModelMetrics.MetricControl.MetricIdentifier.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelMetrics.MetricControl.MetricIdentifier & inference.ModelMetrics.MetricControl.MetricIdentifier.$Shape;
    static fromObject(d: { [k: string]: any }): inference.ModelMetrics.MetricControl.MetricIdentifier;
    static toObject(m: inference.ModelMetrics.MetricControl.MetricIdentifier, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace MetricIdentifier {
    interface $Properties {
     family?: (string|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = inference.ModelMetrics.MetricControl.MetricIdentifier.$Properties;
   }
   interface IHistogramOptions extends inference.ModelMetrics.MetricControl.HistogramOptions.$Properties {
   }
   class HistogramOptions {
    constructor(p?: inference.ModelMetrics.MetricControl.HistogramOptions.$Properties);
    $unknowns?: Uint8Array[];
    buckets: number[];
    static encode(m: inference.ModelMetrics.MetricControl.HistogramOptions.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelMetrics.MetricControl.HistogramOptions & inference.ModelMetrics.MetricControl.HistogramOptions.$Shape;
    static fromObject(d: { [k: string]: any }): inference.ModelMetrics.MetricControl.HistogramOptions;
    static toObject(m: inference.ModelMetrics.MetricControl.HistogramOptions, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace HistogramOptions {
    interface $Properties {
     buckets?: (number[]|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = inference.ModelMetrics.MetricControl.HistogramOptions.$Properties;
   }
  }
 }
 interface IModelConfig extends inference.ModelConfig.$Properties {
 }
 class ModelConfig {
  constructor(p?: inference.ModelConfig.$Properties);
  $unknowns?: Uint8Array[];
  name: string;
  platform: string;
  backend: string;
  runtime: string;
  version_policy?: (inference.ModelVersionPolicy.$Properties|null);
  max_batch_size: number;
  input: inference.ModelInput.$Properties[];
  output: inference.ModelOutput.$Properties[];
  batch_input: inference.BatchInput.$Properties[];
  batch_output: inference.BatchOutput.$Properties[];
  optimization?: (inference.ModelOptimizationPolicy.$Properties|null);
  dynamic_batching?: (inference.ModelDynamicBatching.$Properties|null);
  sequence_batching?: (inference.ModelSequenceBatching.$Properties|null);
  ensemble_scheduling?: (inference.ModelEnsembling.$Properties|null);
  instance_group: inference.ModelInstanceGroup.$Properties[];
  default_model_filename: string;
  cc_model_filenames: { [k: string]: string };
  metric_tags: { [k: string]: string };
  parameters: { [k: string]: inference.ModelParameter.$Properties };
  model_warmup: inference.ModelWarmup.$Properties[];
  model_operations?: (inference.ModelOperations.$Properties|null);
  model_transaction_policy?: (inference.ModelTransactionPolicy.$Properties|null);
  model_repository_agents?: (inference.ModelRepositoryAgents.$Properties|null);
  response_cache?: (inference.ModelResponseCache.$Properties|null);
  model_metrics?: (inference.ModelMetrics.$Properties|null);
  scheduling_choice?: ("dynamic_batching"|"sequence_batching"|"ensemble_scheduling");
  static encode(m: inference.ModelConfig.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
  static decode(r: ($protobuf.Reader|Uint8Array), l?: number): inference.ModelConfig & inference.ModelConfig.$Shape;
  static fromObject(d: { [k: string]: any }): inference.ModelConfig;
  static toObject(m: inference.ModelConfig, o?: $protobuf.IConversionOptions): { [k: string]: any };
  toJSON(): { [k: string]: any };
 }
 namespace ModelConfig {
  interface $Properties {
   name?: (string|null);
   platform?: (string|null);
   backend?: (string|null);
   runtime?: (string|null);
   version_policy?: (inference.ModelVersionPolicy.$Properties|null);
   max_batch_size?: (number|null);
   input?: (inference.ModelInput.$Properties[]|null);
   output?: (inference.ModelOutput.$Properties[]|null);
   batch_input?: (inference.BatchInput.$Properties[]|null);
   batch_output?: (inference.BatchOutput.$Properties[]|null);
   optimization?: (inference.ModelOptimizationPolicy.$Properties|null);
   dynamic_batching?: (inference.ModelDynamicBatching.$Properties|null);
   sequence_batching?: (inference.ModelSequenceBatching.$Properties|null);
   ensemble_scheduling?: (inference.ModelEnsembling.$Properties|null);
   instance_group?: (inference.ModelInstanceGroup.$Properties[]|null);
   default_model_filename?: (string|null);
   cc_model_filenames?: ({ [k: string]: string }|null);
   metric_tags?: ({ [k: string]: string }|null);
   parameters?: ({ [k: string]: inference.ModelParameter.$Properties }|null);
   model_warmup?: (inference.ModelWarmup.$Properties[]|null);
   model_operations?: (inference.ModelOperations.$Properties|null);
   model_transaction_policy?: (inference.ModelTransactionPolicy.$Properties|null);
   model_repository_agents?: (inference.ModelRepositoryAgents.$Properties|null);
   response_cache?: (inference.ModelResponseCache.$Properties|null);
   model_metrics?: (inference.ModelMetrics.$Properties|null);
   scheduling_choice?: ("dynamic_batching"|"sequence_batching"|"ensemble_scheduling");
   $unknowns?: Uint8Array[];
  }
  type $Shape = {
    name?: string|null;
    platform?: string|null;
    backend?: string|null;
    runtime?: string|null;
    version_policy?: inference.ModelVersionPolicy.$Shape|null;
    max_batch_size?: number|null;
    input?: inference.ModelInput.$Shape[]|null;
    output?: inference.ModelOutput.$Shape[]|null;
    batch_input?: inference.BatchInput.$Shape[]|null;
    batch_output?: inference.BatchOutput.$Shape[]|null;
    optimization?: inference.ModelOptimizationPolicy.$Shape|null;
    dynamic_batching?: inference.ModelDynamicBatching.$Shape|null;
    sequence_batching?: inference.ModelSequenceBatching.$Shape|null;
    ensemble_scheduling?: inference.ModelEnsembling.$Shape|null;
    instance_group?: inference.ModelInstanceGroup.$Shape[]|null;
    default_model_filename?: string|null;
    cc_model_filenames?: { [k: string]: string }|null;
    metric_tags?: { [k: string]: string }|null;
    parameters?: { [k: string]: inference.ModelParameter.$Shape }|null;
    model_warmup?: inference.ModelWarmup.$Shape[]|null;
    model_operations?: inference.ModelOperations.$Shape|null;
    model_transaction_policy?: inference.ModelTransactionPolicy.$Shape|null;
    model_repository_agents?: inference.ModelRepositoryAgents.$Shape|null;
    response_cache?: inference.ModelResponseCache.$Shape|null;
    model_metrics?: inference.ModelMetrics.$Shape|null;
    $unknowns?: Uint8Array[];
  } & (
    ({ scheduling_choice?: undefined; dynamic_batching?: null; sequence_batching?: null; ensemble_scheduling?: null }|{ scheduling_choice?: "dynamic_batching"; dynamic_batching: inference.ModelDynamicBatching.$Shape; sequence_batching?: null; ensemble_scheduling?: null }|{ scheduling_choice?: "sequence_batching"; dynamic_batching?: null; sequence_batching: inference.ModelSequenceBatching.$Shape; ensemble_scheduling?: null }|{ scheduling_choice?: "ensemble_scheduling"; dynamic_batching?: null; sequence_batching?: null; ensemble_scheduling: inference.ModelEnsembling.$Shape })
  );
 }
 enum DataType {
  TYPE_INVALID = 0,
  TYPE_BOOL = 1,
  TYPE_UINT8 = 2,
  TYPE_UINT16 = 3,
  TYPE_UINT32 = 4,
  TYPE_UINT64 = 5,
  TYPE_INT8 = 6,
  TYPE_INT16 = 7,
  TYPE_INT32 = 8,
  TYPE_INT64 = 9,
  TYPE_FP16 = 10,
  TYPE_FP32 = 11,
  TYPE_FP64 = 12,
  TYPE_STRING = 13,
  TYPE_BF16 = 14
 }
}
export namespace grpc {
 namespace health {
  namespace v1 {
   interface IHealthCheckRequest extends grpc.health.v1.HealthCheckRequest.$Properties {
   }
   class HealthCheckRequest {
    constructor(p?: grpc.health.v1.HealthCheckRequest.$Properties);
    $unknowns?: Uint8Array[];
    service: string;
    static encode(m: grpc.health.v1.HealthCheckRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): grpc.health.v1.HealthCheckRequest & grpc.health.v1.HealthCheckRequest.$Shape;
    static fromObject(d: { [k: string]: any }): grpc.health.v1.HealthCheckRequest;
    static toObject(m: grpc.health.v1.HealthCheckRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace HealthCheckRequest {
    interface $Properties {
     service?: (string|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = grpc.health.v1.HealthCheckRequest.$Properties;
   }
   interface IHealthCheckResponse extends grpc.health.v1.HealthCheckResponse.$Properties {
   }
   class HealthCheckResponse {
    constructor(p?: grpc.health.v1.HealthCheckResponse.$Properties);
    $unknowns?: Uint8Array[];
    status: grpc.health.v1.HealthCheckResponse.ServingStatus;
    static encode(m: grpc.health.v1.HealthCheckResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): grpc.health.v1.HealthCheckResponse & grpc.health.v1.HealthCheckResponse.$Shape;
    static fromObject(d: { [k: string]: any }): grpc.health.v1.HealthCheckResponse;
    static toObject(m: grpc.health.v1.HealthCheckResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace HealthCheckResponse {
    interface $Properties {
     status?: (grpc.health.v1.HealthCheckResponse.ServingStatus|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = grpc.health.v1.HealthCheckResponse.$Properties;
    enum ServingStatus {
     UNKNOWN = 0,
     SERVING = 1,
     NOT_SERVING = 2,
     SERVICE_UNKNOWN = 3
    }
   }
  }
 }
}
export namespace batchdeck {
 namespace telemetry {
  namespace v1 {
   interface ISnapshotRequest extends batchdeck.telemetry.v1.SnapshotRequest.$Properties {
   }
   class SnapshotRequest {
    constructor(p?: batchdeck.telemetry.v1.SnapshotRequest.$Properties);
    $unknowns?: Uint8Array[];
    static encode(m: batchdeck.telemetry.v1.SnapshotRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): batchdeck.telemetry.v1.SnapshotRequest & batchdeck.telemetry.v1.SnapshotRequest.$Shape;
    static fromObject(d: { [k: string]: any }): batchdeck.telemetry.v1.SnapshotRequest;
    static toObject(m: batchdeck.telemetry.v1.SnapshotRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace SnapshotRequest {
    interface $Properties {
     $unknowns?: Uint8Array[];
    }
    type $Shape = batchdeck.telemetry.v1.SnapshotRequest.$Properties;
   }
   interface ISnapshotResponse extends batchdeck.telemetry.v1.SnapshotResponse.$Properties {
   }
   class SnapshotResponse {
    constructor(p?: batchdeck.telemetry.v1.SnapshotResponse.$Properties);
    $unknowns?: Uint8Array[];
    engine_id: string;
    uptime_ns: number;
    models: batchdeck.telemetry.v1.ModelTelemetry.$Properties[];
    cache?: (batchdeck.telemetry.v1.CacheTelemetry.$Properties|null);
    static encode(m: batchdeck.telemetry.v1.SnapshotResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): batchdeck.telemetry.v1.SnapshotResponse & batchdeck.telemetry.v1.SnapshotResponse.$Shape;
    static fromObject(d: { [k: string]: any }): batchdeck.telemetry.v1.SnapshotResponse;
    static toObject(m: batchdeck.telemetry.v1.SnapshotResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace SnapshotResponse {
    interface $Properties {
     engine_id?: (string|null);
     uptime_ns?: (number|null);
     models?: (batchdeck.telemetry.v1.ModelTelemetry.$Properties[]|null);
     cache?: (batchdeck.telemetry.v1.CacheTelemetry.$Properties|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = batchdeck.telemetry.v1.SnapshotResponse.$Properties;
   }
   interface IModelTelemetry extends batchdeck.telemetry.v1.ModelTelemetry.$Properties {
   }
   class ModelTelemetry {
    constructor(p?: batchdeck.telemetry.v1.ModelTelemetry.$Properties);
    $unknowns?: Uint8Array[];
    name: string;
    version: string;
    load_id: string;
    queued: number;
    executing: number;
    instances: batchdeck.telemetry.v1.InstanceTelemetry.$Properties[];
    failures: { [k: string]: number };
    load_seconds: number;
    latency?: (batchdeck.telemetry.v1.LatencyHistogram.$Properties|null);
    metric_tags: { [k: string]: string };
    cached: boolean;
    handed_over: number;
    queue_depths: batchdeck.telemetry.v1.QueueDepth.$Properties[];
    refused: number;
    cache_ledger?: (batchdeck.telemetry.v1.CacheLedger.$Properties|null);
    cache_clients: batchdeck.telemetry.v1.CacheClient.$Properties[];
    static encode(m: batchdeck.telemetry.v1.ModelTelemetry.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): batchdeck.telemetry.v1.ModelTelemetry & batchdeck.telemetry.v1.ModelTelemetry.$Shape;
    static fromObject(d: { [k: string]: any }): batchdeck.telemetry.v1.ModelTelemetry;
    static toObject(m: batchdeck.telemetry.v1.ModelTelemetry, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace ModelTelemetry {
    interface $Properties {
     name?: (string|null);
     version?: (string|null);
     load_id?: (string|null);
     queued?: (number|null);
     executing?: (number|null);
     instances?: (batchdeck.telemetry.v1.InstanceTelemetry.$Properties[]|null);
     failures?: ({ [k: string]: number }|null);
     load_seconds?: (number|null);
     latency?: (batchdeck.telemetry.v1.LatencyHistogram.$Properties|null);
     metric_tags?: ({ [k: string]: string }|null);
     cached?: (boolean|null);
     handed_over?: (number|null);
     queue_depths?: (batchdeck.telemetry.v1.QueueDepth.$Properties[]|null);
     refused?: (number|null);
     cache_ledger?: (batchdeck.telemetry.v1.CacheLedger.$Properties|null);
     cache_clients?: (batchdeck.telemetry.v1.CacheClient.$Properties[]|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = batchdeck.telemetry.v1.ModelTelemetry.$Properties;
   }
   interface IQueueDepth extends batchdeck.telemetry.v1.QueueDepth.$Properties {
   }
   class QueueDepth {
    constructor(p?: batchdeck.telemetry.v1.QueueDepth.$Properties);
    $unknowns?: Uint8Array[];
    level: number;
    queued: number;
    delayed: number;
    static encode(m: batchdeck.telemetry.v1.QueueDepth.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): batchdeck.telemetry.v1.QueueDepth & batchdeck.telemetry.v1.QueueDepth.$Shape;
    static fromObject(d: { [k: string]: any }): batchdeck.telemetry.v1.QueueDepth;
    static toObject(m: batchdeck.telemetry.v1.QueueDepth, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace QueueDepth {
    interface $Properties {
     level?: (number|null);
     queued?: (number|null);
     delayed?: (number|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = batchdeck.telemetry.v1.QueueDepth.$Properties;
   }
   interface ICacheLedger extends batchdeck.telemetry.v1.CacheLedger.$Properties {
   }
   class CacheLedger {
    constructor(p?: batchdeck.telemetry.v1.CacheLedger.$Properties);
    $unknowns?: Uint8Array[];
    lookups: number;
    hits: number;
    misses: number;
    saved_ns: number;
    miss_cost_ns: number;
    static encode(m: batchdeck.telemetry.v1.CacheLedger.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): batchdeck.telemetry.v1.CacheLedger & batchdeck.telemetry.v1.CacheLedger.$Shape;
    static fromObject(d: { [k: string]: any }): batchdeck.telemetry.v1.CacheLedger;
    static toObject(m: batchdeck.telemetry.v1.CacheLedger, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace CacheLedger {
    interface $Properties {
     lookups?: (number|null);
     hits?: (number|null);
     misses?: (number|null);
     saved_ns?: (number|null);
     miss_cost_ns?: (number|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = batchdeck.telemetry.v1.CacheLedger.$Properties;
   }
   interface ICacheClient extends batchdeck.telemetry.v1.CacheClient.$Properties {
   }
   class CacheClient {
    constructor(p?: batchdeck.telemetry.v1.CacheClient.$Properties);
    $unknowns?: Uint8Array[];
    address: string;
    user_agent: string;
    lookups: number;
    hits: number;
    static encode(m: batchdeck.telemetry.v1.CacheClient.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): batchdeck.telemetry.v1.CacheClient & batchdeck.telemetry.v1.CacheClient.$Shape;
    static fromObject(d: { [k: string]: any }): batchdeck.telemetry.v1.CacheClient;
    static toObject(m: batchdeck.telemetry.v1.CacheClient, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace CacheClient {
    interface $Properties {
     address?: (string|null);
     user_agent?: (string|null);
     lookups?: (number|null);
     hits?: (number|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = batchdeck.telemetry.v1.CacheClient.$Properties;
   }
   interface IInstanceTelemetry extends batchdeck.telemetry.v1.InstanceTelemetry.$Properties {
   }
   class InstanceTelemetry {
    constructor(p?: batchdeck.telemetry.v1.InstanceTelemetry.$Properties);
    $unknowns?: Uint8Array[];
    name: string;
    kind: string;
    provider: string;
    busy: boolean;
    device_id: number;
    static encode(m: batchdeck.telemetry.v1.InstanceTelemetry.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): batchdeck.telemetry.v1.InstanceTelemetry & batchdeck.telemetry.v1.InstanceTelemetry.$Shape;
    static fromObject(d: { [k: string]: any }): batchdeck.telemetry.v1.InstanceTelemetry;
    static toObject(m: batchdeck.telemetry.v1.InstanceTelemetry, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace InstanceTelemetry {
    interface $Properties {
     name?: (string|null);
     kind?: (string|null);
     provider?: (string|null);
     busy?: (boolean|null);
     device_id?: (number|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = batchdeck.telemetry.v1.InstanceTelemetry.$Properties;
   }
   interface ILatencyHistogram extends batchdeck.telemetry.v1.LatencyHistogram.$Properties {
   }
   class LatencyHistogram {
    constructor(p?: batchdeck.telemetry.v1.LatencyHistogram.$Properties);
    $unknowns?: Uint8Array[];
    layout: number;
    indices: number[];
    counts: number[];
    static encode(m: batchdeck.telemetry.v1.LatencyHistogram.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): batchdeck.telemetry.v1.LatencyHistogram & batchdeck.telemetry.v1.LatencyHistogram.$Shape;
    static fromObject(d: { [k: string]: any }): batchdeck.telemetry.v1.LatencyHistogram;
    static toObject(m: batchdeck.telemetry.v1.LatencyHistogram, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace LatencyHistogram {
    interface $Properties {
     layout?: (number|null);
     indices?: (number[]|null);
     counts?: (number[]|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = batchdeck.telemetry.v1.LatencyHistogram.$Properties;
   }
   interface ICacheTelemetry extends batchdeck.telemetry.v1.CacheTelemetry.$Properties {
   }
   class CacheTelemetry {
    constructor(p?: batchdeck.telemetry.v1.CacheTelemetry.$Properties);
    $unknowns?: Uint8Array[];
    capacity_bytes: number;
    used_bytes: number;
    entries: number;
    lookups: number;
    hits: number;
    misses: number;
    evictions: number;
    lookup_ns: number;
    insertion_ns: number;
    static encode(m: batchdeck.telemetry.v1.CacheTelemetry.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): batchdeck.telemetry.v1.CacheTelemetry & batchdeck.telemetry.v1.CacheTelemetry.$Shape;
    static fromObject(d: { [k: string]: any }): batchdeck.telemetry.v1.CacheTelemetry;
    static toObject(m: batchdeck.telemetry.v1.CacheTelemetry, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace CacheTelemetry {
    interface $Properties {
     capacity_bytes?: (number|null);
     used_bytes?: (number|null);
     entries?: (number|null);
     lookups?: (number|null);
     hits?: (number|null);
     misses?: (number|null);
     evictions?: (number|null);
     lookup_ns?: (number|null);
     insertion_ns?: (number|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = batchdeck.telemetry.v1.CacheTelemetry.$Properties;
   }
   interface IBatchesRequest extends batchdeck.telemetry.v1.BatchesRequest.$Properties {
   }
   class BatchesRequest {
    constructor(p?: batchdeck.telemetry.v1.BatchesRequest.$Properties);
    $unknowns?: Uint8Array[];
    model: string;
    version: string;
    static encode(m: batchdeck.telemetry.v1.BatchesRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): batchdeck.telemetry.v1.BatchesRequest & batchdeck.telemetry.v1.BatchesRequest.$Shape;
    static fromObject(d: { [k: string]: any }): batchdeck.telemetry.v1.BatchesRequest;
    static toObject(m: batchdeck.telemetry.v1.BatchesRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace BatchesRequest {
    interface $Properties {
     model?: (string|null);
     version?: (string|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = batchdeck.telemetry.v1.BatchesRequest.$Properties;
   }
   interface IBatchesResponse extends batchdeck.telemetry.v1.BatchesResponse.$Properties {
   }
   class BatchesResponse {
    constructor(p?: batchdeck.telemetry.v1.BatchesResponse.$Properties);
    $unknowns?: Uint8Array[];
    batches: batchdeck.telemetry.v1.Batch.$Properties[];
    dropped: number;
    static encode(m: batchdeck.telemetry.v1.BatchesResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): batchdeck.telemetry.v1.BatchesResponse & batchdeck.telemetry.v1.BatchesResponse.$Shape;
    static fromObject(d: { [k: string]: any }): batchdeck.telemetry.v1.BatchesResponse;
    static toObject(m: batchdeck.telemetry.v1.BatchesResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace BatchesResponse {
    interface $Properties {
     batches?: (batchdeck.telemetry.v1.Batch.$Properties[]|null);
     dropped?: (number|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = batchdeck.telemetry.v1.BatchesResponse.$Properties;
   }
   enum DispatchReason {
    UNSPECIFIED = 0,
    FULL = 1,
    PREFERRED = 2,
    DELAY = 3,
    FORCED = 4,
    SHAPE = 5,
    IDLE = 6
   }
   interface IBatch extends batchdeck.telemetry.v1.Batch.$Properties {
   }
   class Batch {
    constructor(p?: batchdeck.telemetry.v1.Batch.$Properties);
    $unknowns?: Uint8Array[];
    model: string;
    version: string;
    instance: string;
    at_ns: number;
    requests: number;
    items: number;
    reason: batchdeck.telemetry.v1.DispatchReason;
    oldest_wait_ns: number;
    mean_wait_ns: number;
    compute_input_ns: number;
    compute_infer_ns: number;
    compute_output_ns: number;
    failed: boolean;
    static encode(m: batchdeck.telemetry.v1.Batch.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): batchdeck.telemetry.v1.Batch & batchdeck.telemetry.v1.Batch.$Shape;
    static fromObject(d: { [k: string]: any }): batchdeck.telemetry.v1.Batch;
    static toObject(m: batchdeck.telemetry.v1.Batch, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace Batch {
    interface $Properties {
     model?: (string|null);
     version?: (string|null);
     instance?: (string|null);
     at_ns?: (number|null);
     requests?: (number|null);
     items?: (number|null);
     reason?: (batchdeck.telemetry.v1.DispatchReason|null);
     oldest_wait_ns?: (number|null);
     mean_wait_ns?: (number|null);
     compute_input_ns?: (number|null);
     compute_infer_ns?: (number|null);
     compute_output_ns?: (number|null);
     failed?: (boolean|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = batchdeck.telemetry.v1.Batch.$Properties;
   }
   interface ITracesRequest extends batchdeck.telemetry.v1.TracesRequest.$Properties {
   }
   class TracesRequest {
    constructor(p?: batchdeck.telemetry.v1.TracesRequest.$Properties);
    $unknowns?: Uint8Array[];
    after_id: number;
    static encode(m: batchdeck.telemetry.v1.TracesRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): batchdeck.telemetry.v1.TracesRequest & batchdeck.telemetry.v1.TracesRequest.$Shape;
    static fromObject(d: { [k: string]: any }): batchdeck.telemetry.v1.TracesRequest;
    static toObject(m: batchdeck.telemetry.v1.TracesRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace TracesRequest {
    interface $Properties {
     after_id?: (number|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = batchdeck.telemetry.v1.TracesRequest.$Properties;
   }
   interface ITracesResponse extends batchdeck.telemetry.v1.TracesResponse.$Properties {
   }
   class TracesResponse {
    constructor(p?: batchdeck.telemetry.v1.TracesResponse.$Properties);
    $unknowns?: Uint8Array[];
    traces: batchdeck.telemetry.v1.Trace.$Properties[];
    static encode(m: batchdeck.telemetry.v1.TracesResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): batchdeck.telemetry.v1.TracesResponse & batchdeck.telemetry.v1.TracesResponse.$Shape;
    static fromObject(d: { [k: string]: any }): batchdeck.telemetry.v1.TracesResponse;
    static toObject(m: batchdeck.telemetry.v1.TracesResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace TracesResponse {
    interface $Properties {
     traces?: (batchdeck.telemetry.v1.Trace.$Properties[]|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = batchdeck.telemetry.v1.TracesResponse.$Properties;
   }
   interface ITrace extends batchdeck.telemetry.v1.Trace.$Properties {
   }
   class Trace {
    constructor(p?: batchdeck.telemetry.v1.Trace.$Properties);
    $unknowns?: Uint8Array[];
    id: number;
    parent_id: number;
    model_name: string;
    model_version: string;
    request_id: string;
    started_at_ms: number;
    stamps: batchdeck.telemetry.v1.TraceStamp.$Properties[];
    instance: string;
    batch_size: number;
    cache_hit: boolean;
    error: string;
    static encode(m: batchdeck.telemetry.v1.Trace.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): batchdeck.telemetry.v1.Trace & batchdeck.telemetry.v1.Trace.$Shape;
    static fromObject(d: { [k: string]: any }): batchdeck.telemetry.v1.Trace;
    static toObject(m: batchdeck.telemetry.v1.Trace, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace Trace {
    interface $Properties {
     id?: (number|null);
     parent_id?: (number|null);
     model_name?: (string|null);
     model_version?: (string|null);
     request_id?: (string|null);
     started_at_ms?: (number|null);
     stamps?: (batchdeck.telemetry.v1.TraceStamp.$Properties[]|null);
     instance?: (string|null);
     batch_size?: (number|null);
     cache_hit?: (boolean|null);
     error?: (string|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = batchdeck.telemetry.v1.Trace.$Properties;
   }
   interface ITraceStamp extends batchdeck.telemetry.v1.TraceStamp.$Properties {
   }
   class TraceStamp {
    constructor(p?: batchdeck.telemetry.v1.TraceStamp.$Properties);
    $unknowns?: Uint8Array[];
    point: string;
    at_ns: number;
    static encode(m: batchdeck.telemetry.v1.TraceStamp.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): batchdeck.telemetry.v1.TraceStamp & batchdeck.telemetry.v1.TraceStamp.$Shape;
    static fromObject(d: { [k: string]: any }): batchdeck.telemetry.v1.TraceStamp;
    static toObject(m: batchdeck.telemetry.v1.TraceStamp, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace TraceStamp {
    interface $Properties {
     point?: (string|null);
     at_ns?: (number|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = batchdeck.telemetry.v1.TraceStamp.$Properties;
   }
   interface IGetVersionSplitRequest extends batchdeck.telemetry.v1.GetVersionSplitRequest.$Properties {
   }
   class GetVersionSplitRequest {
    constructor(p?: batchdeck.telemetry.v1.GetVersionSplitRequest.$Properties);
    $unknowns?: Uint8Array[];
    model: string;
    static encode(m: batchdeck.telemetry.v1.GetVersionSplitRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): batchdeck.telemetry.v1.GetVersionSplitRequest & batchdeck.telemetry.v1.GetVersionSplitRequest.$Shape;
    static fromObject(d: { [k: string]: any }): batchdeck.telemetry.v1.GetVersionSplitRequest;
    static toObject(m: batchdeck.telemetry.v1.GetVersionSplitRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace GetVersionSplitRequest {
    interface $Properties {
     model?: (string|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = batchdeck.telemetry.v1.GetVersionSplitRequest.$Properties;
   }
   interface ISetVersionSplitRequest extends batchdeck.telemetry.v1.SetVersionSplitRequest.$Properties {
   }
   class SetVersionSplitRequest {
    constructor(p?: batchdeck.telemetry.v1.SetVersionSplitRequest.$Properties);
    $unknowns?: Uint8Array[];
    model: string;
    weights: { [k: string]: number };
    static encode(m: batchdeck.telemetry.v1.SetVersionSplitRequest.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): batchdeck.telemetry.v1.SetVersionSplitRequest & batchdeck.telemetry.v1.SetVersionSplitRequest.$Shape;
    static fromObject(d: { [k: string]: any }): batchdeck.telemetry.v1.SetVersionSplitRequest;
    static toObject(m: batchdeck.telemetry.v1.SetVersionSplitRequest, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace SetVersionSplitRequest {
    interface $Properties {
     model?: (string|null);
     weights?: ({ [k: string]: number }|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = batchdeck.telemetry.v1.SetVersionSplitRequest.$Properties;
   }
   interface IVersionSplitResponse extends batchdeck.telemetry.v1.VersionSplitResponse.$Properties {
   }
   class VersionSplitResponse {
    constructor(p?: batchdeck.telemetry.v1.VersionSplitResponse.$Properties);
    $unknowns?: Uint8Array[];
    weights: { [k: string]: number };
    static encode(m: batchdeck.telemetry.v1.VersionSplitResponse.$Properties, w?: $protobuf.Writer): $protobuf.Writer;
    static decode(r: ($protobuf.Reader|Uint8Array), l?: number): batchdeck.telemetry.v1.VersionSplitResponse & batchdeck.telemetry.v1.VersionSplitResponse.$Shape;
    static fromObject(d: { [k: string]: any }): batchdeck.telemetry.v1.VersionSplitResponse;
    static toObject(m: batchdeck.telemetry.v1.VersionSplitResponse, o?: $protobuf.IConversionOptions): { [k: string]: any };
    toJSON(): { [k: string]: any };
   }
   namespace VersionSplitResponse {
    interface $Properties {
     weights?: ({ [k: string]: number }|null);
     $unknowns?: Uint8Array[];
    }
    type $Shape = batchdeck.telemetry.v1.VersionSplitResponse.$Properties;
   }
  }
 }
}
